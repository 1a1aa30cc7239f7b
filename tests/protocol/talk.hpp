#pragma once
// A conversation with one of our engines inside the test.

#include <gmock/gmock.h>

#include "core/text.hpp"
#include "protocol/engine_session.hpp"
#include "protocol/gomocup.hpp"
#include "protocol/support.hpp"

namespace tengen::protocol {

// A conversation with one engine: what it said to a line, messages apart.
class Talk {
 public:
  Talk(std::unique_ptr<EngineProtocol> (*make)(const protocol::EngineSetup&), std::string game,
       std::string player = "alphabeta:depth=2")
      : engine_(make({app::builtins(),
                      std::move(game),
                      std::move(player),
                      {std::nullopt, 2000, std::nullopt},
                      1,
                      [this](std::string_view line) {
                        const bool aside = line.starts_with("MESSAGE ") || line.starts_with("status");
                        (aside ? messages_ : said_).emplace_back(line);
                      },
                      {}})) {}

  std::vector<std::string> operator()(std::string_view lines) {
    said_.clear();
    messages_.clear();
    for (const std::string_view line : split(lines, '\n')) going_on_ = engine_->handle(line) && going_on_;
    return said_;
  }
  std::string one(std::string_view lines) {
    (*this)(lines);
    EXPECT_EQ(said_.size(), 1u) << lines;
    return said_.empty() ? "" : said_.front();
  }
  const std::vector<std::string>& messages() const { return messages_; }
  bool going_on() const { return going_on_; }
  EngineProtocol& engine() { return *engine_; }

 private:
  std::vector<std::string> said_, messages_;
  bool going_on_ = true;
  std::unique_ptr<EngineProtocol> engine_;
};

inline bool is_point(const std::string& text, int size) {
  const auto point = gomocup::parse_point(text);
  return point && gomocup::on_board(*point, size);
}

}  // namespace tengen::protocol
