// Conversations with our engines, and the answers of foreign ones. The first byte chooses the protocol.

#include "app/builtins.hpp"
#include "core/text.hpp"
#include "fuzz/check.hpp"
#include "protocol/command_line.hpp"
#include "protocol/engine_session.hpp"
#include "protocol/ggf.hpp"
#include "protocol/gomocup.hpp"
#include "protocol/gtp.hpp"
#include "protocol/thoughts.hpp"

using namespace tengen;

namespace {

void talk(std::unique_ptr<protocol::EngineProtocol> (*make)(const protocol::EngineSetup&), const char* game,
          std::string_view text) {
  const bool gtp = make == protocol::make_gtp_engine;
  const auto say = [gtp](std::string_view line) {
    if (!gtp) return fuzz::check(line.find('\n') == std::string_view::npos, "an answer is one line");
    fuzz::check(line.starts_with('=') || line.starts_with('?'), "a response begins with = or ?");
    fuzz::check(line.ends_with('\n') && line.find("\n\n") == std::string_view::npos, "one empty line ends a response");
  };
  const auto engine = make({app::builtins(), game, "random", {}, 1, say, {}});
  for (const std::string_view line : split(text, '\n')) {
    engine->interrupts(line);
    if (!engine->handle(line)) break;
  }
}

void read_as_foreign(std::string_view text) {
  protocol::gomocup::parse_answer(text);
  protocol::gtp::parse_command(text);
  protocol::gtp::parse_response(text);
  roster::Choice choice;
  protocol::read_thoughts(text, choice);
  fuzz::check(choice.depth >= 0, "depths are no less than 0");
  if (const auto words = protocol::split_command(text); !words) fuzz::check_error(words.error());
  if (const auto memory = protocol::parse_memory(text); !memory) fuzz::check_error(memory.error());
  if (const auto game = protocol::parse_ggf(text)) {
    games::othello::Position now = game->start;
    for (const auto move : game->moves) now.play(move);
  } else {
    fuzz::check_error(game.error());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = fuzz::as_text(data + 1, size - 1);
  switch (data[0]) {
    case 'g': talk(protocol::make_gomocup_engine, "gomoku", text); break;
    case 'o': talk(protocol::make_gtp_engine, "othello", text); break;
    case 'c': talk(protocol::make_gtp_engine, "connect4", text); break;
    case 'm': talk(protocol::make_gtp_engine, "gomoku", text); break;
    case 'n': talk(protocol::make_nboard_engine, "othello", text); break;
    default: read_as_foreign(text); break;
  }
  return 0;
}
