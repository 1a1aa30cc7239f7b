#include "protocol/external_player.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "core/duration.hpp"
#include "core/text.hpp"
#include "protocol/command_line.hpp"
#include "roster/lateness.hpp"

namespace tengen::protocol {

namespace {

constexpr auto grace = std::chrono::milliseconds(1000);  // Gomocup's second between END and the axe

// What goes wrong on the way to the first move is a bad start, unless something more telling is known.
roster::Failure as_start(roster::Failure failure) {
  if (failure.fault == roster::Fault::hang) return {roster::Fault::slow_start, "was not ready in time"};
  return failure;
}

}  // namespace

std::vector<Setting> external_settings() {
  return {
      Setting::text("memory", "none", "most address space of the program: 350M, 2G"),
      Setting::text("workdir", "", "folder that the program runs in; default: where tengen was started"),
      Setting::text("startup", "10s", "time it may take to be ready for a game, and its first answer beyond its limit"),
      Setting::text("patience", "5s", "time to wait beyond its limit before it counts as hanging"),
      Setting::text("hang", "60s", "time to wait for a move where there is no time limit")};
}

Expected<ExternalSetup> read_external_setup(const Values& values, std::vector<std::string> command) {
  ExternalSetup setup;
  setup.plan.command = std::move(command);
  const auto memory = parse_memory(values.text("memory"));
  if (!memory) return memory.error();
  setup.plan.memory = *memory;
  setup.plan.folder = values.text("workdir");
  if (!setup.plan.folder.empty() && !std::filesystem::is_directory(setup.plan.folder))
    return fail("workdir: {} is no folder", in_quotes(setup.plan.folder));
  for (const auto& [name, time] :
       {std::pair("startup", &setup.startup), {"patience", &setup.patience}, {"hang", &setup.hang}}) {
    const auto parsed = parse_duration(values.text(name));
    if (!parsed) return fail("{}: {}", name, parsed.error().message);
    *time = *parsed;
  }
  return setup;
}

Expected<std::vector<roster::NamedFile>> files_of_command(const Values& values) {
  const auto command = find_command(values.text("command"));
  if (!command) return command.error();
  std::vector<roster::NamedFile> files = {{"command", command->front()}};
  for (std::size_t i = 1; i < command->size(); ++i) {
    const std::string& word = (*command)[i];
    for (const std::string& name : {word, word.substr(word.find('=') + 1)}) {
      // As the program will see it, from the folder that it runs in.
      const auto path = std::filesystem::current_path() / values.text("workdir") / name;
      std::error_code error;
      if (name.empty() || !std::filesystem::is_regular_file(path, error)) continue;
      files.push_back({fmt::format("argument {}", i), path.lexically_normal().native()});
      break;
    }
  }
  return files;
}

void ExternalPlayer::drop_process() {
  if (process_) spent_ += process_->cpu_time();
  process_.reset();
}

void ExternalPlayer::new_game(std::uint64_t seed) {
  seed_ = seed;
  ready_ = false;
  failure_.reset();
}

ExternalPlayer::MaybeFailure ExternalPlayer::prepare(const roster::Game& game, StopToken stop) {
  if (ready_ || failure_) return failure_;
  stop_ = std::move(stop);
  failure_ = get_ready(game);
  if (failure_) drop_process();
  ready_ = !failure_;
  return failure_;
}

void ExternalPlayer::give(std::chrono::nanoseconds time, std::optional<Waits> waits) {
  deadline_ = given_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  waits_ = std::move(waits);
}

tl::expected<std::string_view, roster::Failure> ExternalPlayer::read_line() {
  for (;;) {
    auto line = process_->read_line(deadline_, stop_);
    if (line || line.error().fault != roster::Fault::hang || !waits_) return line;
    deadline_ = given_ + std::chrono::duration_cast<Clock::duration>(waited(*waits_, process_->waits()));
    if (deadline_ <= Clock::now()) return line;
  }
}

void ExternalPlayer::let_rest() const {
  if (process_) std::this_thread::sleep_until(answered_ + rest_after(thought_));
}

ExternalPlayer::MaybeFailure ExternalPlayer::get_ready(const roster::Game& game) {
  if (process_ && !late_) {
    let_rest();
    give(std::min(setup_.startup, setup_.patience));
    const auto again = reopen(game);
    if (again && *again) return std::nullopt;
    if (stop_.stop_requested()) return roster::Failure{roster::Fault::error, "stopped"};
  }
  if (process_) {
    // It cannot play twice, does not listen any more, or died between the games: a fresh one gets its chance.
    if (auto failure = process_->end(farewell_, grace)) bad_end_ = std::move(failure);
    drop_process();
  }
  give(setup_.startup,
       Waits{{}, roster::processor_wait()});  // only now: the old one's farewell is not the new one's fault
  auto started = ChildProcess::start(setup_.plan);
  if (!started) return roster::Failure{roster::Fault::crash, started.error().message};
  process_ = std::move(*started);
  fresh_ = true;
  late_ = false;
  if (auto failure = open(game)) return as_start(std::move(*failure));
  return std::nullopt;
}

roster::Chosen ExternalPlayer::choose(const roster::Game& game, const Limits& limits, StopToken stop,
                                      const roster::ChoiceSink& info) {
  const auto asked = Clock::now();
  if (prepare(game, stop)) return *failure_;
  stop_ = std::move(stop);
  let_rest();
  std::optional<std::chrono::nanoseconds> allowed = limits.time;
  if (limits.clock) allowed = allowed ? std::min(*allowed, limits.clock->left) : limits.clock->left;
  // From the question on: many begin to count when they have read it, or count what they have computed.
  std::optional<Waits> waits;
  if (allowed) waits = process_->waits();
  const auto begun = Clock::now();
  // What the arena still takes for a move in time must be waited for.
  const auto loading = fresh_ ? setup_.startup : std::chrono::nanoseconds(0);
  give(allowed ? *allowed + std::max({setup_.patience, limits.grace, loading}) : setup_.hang, std::move(waits));
  auto chosen = answer(game, limits, info);
  answered_ = Clock::now();
  thought_ = answered_ - begun;
  const bool resigned = !chosen && chosen.error().fault == roster::Fault::resign;
  if (!chosen && !resigned) {
    // Whatever it is doing now, the next game gets a fresh one; a stopped search leaves no blame.
    drop_process();
    ready_ = false;
  }
  if (!chosen && !stop_.stop_requested()) failure_ = chosen.error();
  if (!chosen) return chosen;
  // What it was late by is no fault of its own as far as it was loading, or had no processor on a busy machine.
  const auto over = std::max(allowed ? thought_ - *allowed : std::chrono::nanoseconds(0), std::chrono::nanoseconds(0));
  const auto waited_for = over.count() > 0 ? waited(*waits_, process_->waits()) : std::chrono::nanoseconds(0);
  const auto excused = std::min(over, loading + waited_for);
  late_ = over - excused > limits.grace;
  fresh_ = false;
  // To look for what it waited takes time as well, on a busy machine a lot of it.
  chosen->uncounted = begun - asked + excused + (Clock::now() - answered_);
  return chosen;
}

std::optional<roster::Failure> ExternalPlayer::finish() {
  if (process_)
    if (auto failure = process_->end(farewell_, grace)) bad_end_ = std::move(failure);
  drop_process();
  return std::exchange(bad_end_, std::nullopt);
}

}  // namespace tengen::protocol
