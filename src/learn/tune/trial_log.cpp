#include "learn/tune/trial_log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/file.hpp"
#include "core/text.hpp"

namespace tengen::learn::tune {

namespace {

using Json = nlohmann::ordered_json;

// "seed is 2 there and 1 here": the first thing in which two setups differ.
std::string difference(const Json& there, const Json& here) {
  for (const auto& [key, value] : here.items())
    if (!there.contains(key) || there[key] != value)
      return fmt::format("{} is {} there and {} here", key, there.contains(key) ? there[key].dump() : "missing",
                         value.dump());
  return there == here ? "" : "it says more than this one";
}

std::optional<Colour> colour_from(std::string_view name) {
  for (const Colour colour : {Colour::first, Colour::second, Colour::both})
    if (name_of(colour) == name) return colour;
  return std::nullopt;
}

}  // namespace

TrialLog::TrialLog(TrialLog&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      trials_(std::move(other.trials_)),
      parts_(std::move(other.parts_)) {}

TrialLog::~TrialLog() {
  if (file_ >= 0) ::close(file_);
}

Expected<TrialLog> TrialLog::open(const std::string& path, const Json& setup) {
  TrialLog log;
  log.path_ = path;
  log.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (log.file_ < 0) return fail("cannot write {}: {}", in_quotes(path), std::strerror(errno));
  if (::flock(log.file_, LOCK_EX | LOCK_NB) != 0) return fail("{} is in use by another run", path);
  const auto text = read_file(path, largest_log);
  if (!text) return text.error();
  // What follows the last end of a line was cut short by a kill.
  const std::size_t whole = text->rfind('\n') == std::string::npos ? 0 : text->rfind('\n') + 1;
  if (whole < text->size() && ::ftruncate(log.file_, static_cast<off_t>(whole)) != 0)
    return fail("cannot write {}: {}", in_quotes(path), std::strerror(errno));
  int number = 0;
  for (const std::string_view line : split(std::string_view(*text).substr(0, whole), '\n')) {
    if (++number > 1 && line.empty()) continue;
    const Json json = Json::parse(line, nullptr, false);
    try {
      if (number == 1) {
        if (!json.is_object() || json.value("tengen", "") != "tune") return fail("{} is no log of a tuning run", path);
        if (const std::string differs = difference(json.at("setup"), setup); !differs.empty())
          return fail("{} belongs to another run: {}; remove it or choose another folder", path, differs);
      } else if (const auto wrong = log.read_line(json)) {
        return fail("{}:{}: {}", path, number, *wrong);
      }
    } catch (const nlohmann::json::exception&) {
      return fail("{}:{}: the line is damaged", path, number);
    }
  }
  if (number == 0)
    if (const auto written = log.write({{"tengen", "tune"}, {"setup", setup}}); !written) return written.error();
  return log;
}

std::optional<std::string> TrialLog::read_line(const Json& line) {
  if (!line.is_object()) return "the line is damaged";
  if (line.contains("trial")) {
    Known known{line.at("point"),
                std::nullopt,
                {line.at("wins"), line.at("draws"), line.at("losses"), line.at("sum"), line.at("squares")}};
    if (line.contains("rival")) known.rival = line.at("rival").get<Point>();
    trials_.insert_or_assign(line.at("trial").get<std::uint64_t>(), std::move(known));
    return std::nullopt;
  }
  const auto colour = colour_from(line.at("colour").get<std::string>());
  if (!colour) return "there is no such colour";
  MatchPart part{line.at("match").at(0), line.at("match").at(1), *colour, line.at("from")};
  std::vector<FinishedGame> games;
  for (const Json& game : line.at("games"))
    games.push_back({static_cast<Outcome>(game.at(0).get<int>()), game.at(1), game.at(2)});
  parts_.insert_or_assign(std::move(part), std::move(games));
  return std::nullopt;
}

Expected<void> TrialLog::write(const Json& line) {
  if (file_ < 0) return {};
  const std::string text = line.dump() + '\n';
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(file_, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail("cannot write {}: {}", in_quotes(path_), std::strerror(errno));
    done += static_cast<std::size_t>(written);
  }
  return {};
}

Expected<void> TrialLog::flush() {
  if (file_ >= 0 && ::fsync(file_) != 0) return fail("cannot write {}: {}", in_quotes(path_), std::strerror(errno));
  return {};
}

Expected<std::optional<Measure>> TrialLog::find(std::uint64_t number, const Trial& trial) const {
  const auto found = trials_.find(number);
  if (found == trials_.end()) return std::nullopt;
  const Known& known = found->second;
  if (known.point != trial.point || known.rival != trial.rival || known.measure.games() != trial.games)
    return fail("{}: trial {} is not the one that this program would play; the log was made by another version", path_,
                number);
  return known.measure;
}

Expected<void> TrialLog::add(std::uint64_t number, const Trial& trial, const Measure& m) {
  Json line = {
      {"trial", number}, {"generation", trial.generation}, {"individual", trial.individual}, {"point", trial.point}};
  if (trial.rival) line["rival"] = *trial.rival;
  line.update({{"wins", m.wins}, {"draws", m.draws}, {"losses", m.losses}, {"sum", m.sum}, {"squares", m.squares}});
  return write(line);
}

const std::vector<FinishedGame>* TrialLog::find(const MatchPart& part) const {
  const auto found = parts_.find(part);
  return found == parts_.end() ? nullptr : &found->second;
}

Expected<void> TrialLog::add(const MatchPart& part, const std::vector<FinishedGame>& games) {
  Json line = {{"match", {part.player, part.opponent}},
               {"colour", name_of(part.colour)},
               {"from", part.from},
               {"games", Json::array()}};
  for (const FinishedGame& game : games)
    line["games"].push_back({static_cast<int>(game.outcome), game.empty, game.print});
  return write(line);
}

}  // namespace tengen::learn::tune
