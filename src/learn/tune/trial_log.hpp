#pragma once
// The memory of a tuning run: a file of lines, one for what decides the games, one for each trial, and one for each part
// of a validation match. Lines are only ever added, and written as soon as they are known: a kill costs the games of trials
// under way, and half a line that it left behind is cut off.
//
//   {"tengen":"tune","setup":{…}}
//   {"trial":0,"generation":0,"individual":0,"point":[30.0,…],"wins":31,"draws":0,"losses":19,"sum":1502.0,"squares":…}
//   {"match":["ladder/ai8:…","ladder/ai4"],"colour":"first","from":0,"games":[[0,1,11400714819323198485],…]}

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "learn/tune/games.hpp"

namespace tengen::learn::tune {

// A part of a validation match: games from..from + size − 1 between two specs.
struct MatchPart {
  std::string player, opponent;
  Colour colour = Colour::both;
  std::uint64_t from = 0;
  auto operator<=>(const MatchPart&) const = default;
};

class TrialLog {
 public:
  // Opens the file, or makes it; one that holds another run is refused with the difference. One writer at a time.
  static Expected<TrialLog> open(const std::string& path, const nlohmann::ordered_json& setup);
  // Keeps nothing: for runs that are over in seconds.
  TrialLog() = default;
  TrialLog(TrialLog&& other) noexcept;
  TrialLog& operator=(TrialLog&&) = delete;
  ~TrialLog();

  // What the trial of that number came to; nothing when it was not finished. An error when the log holds another trial
  // there, since the program plays otherwise than the one that wrote it.
  Expected<std::optional<Measure>> find(std::uint64_t number, const Trial& trial) const;
  Expected<void> add(std::uint64_t number, const Trial& trial, const Measure& measure);

  const std::vector<FinishedGame>* find(const MatchPart& part) const;
  Expected<void> add(const MatchPart& part, const std::vector<FinishedGame>& games);

  // Not before the disk has everything.
  Expected<void> flush();

 private:
  struct Known {
    Point point;
    std::optional<Point> rival;
    Measure measure;
  };

  // Nothing, or what is wrong with the line.
  std::optional<std::string> read_line(const nlohmann::ordered_json& line);
  Expected<void> write(const nlohmann::ordered_json& line);

  std::string path_;
  int file_ = -1;
  std::map<std::uint64_t, Known> trials_;
  std::map<MatchPart, std::vector<FinishedGame>> parts_;
};

}  // namespace tengen::learn::tune
