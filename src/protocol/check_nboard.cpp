// The conformance script of the NBoard protocol, version 2.

#include <fmt/format.h>

#include "core/text.hpp"
#include "games/othello/position.hpp"
#include "protocol/conformance.hpp"

namespace tengen::protocol {

namespace {

constexpr std::string_view opening =
    "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)\n";

bool has_word(std::string_view line, std::string_view word) {
  const auto pieces = words(line);
  return !pieces.empty() && pieces[0] == word;
}

// "=== F5/1.2/0.3" names a move that is legal there.
bool names_legal_move(std::string_view text, const games::othello::Position& position) {
  const auto pieces = words(text);
  return pieces.size() >= 2 && position.parse_move(pieces[1].substr(0, pieces[1].find('/'))).has_value();
}

}  // namespace

std::vector<CheckPoint> check_nboard(const CheckPlan& plan) {
  Examination exam(plan);
  if (!exam.start()) return exam.take();
  const auto anything = [](std::string_view) { return true; };
  const auto pong = [&](int n) {
    exam.send(fmt::format("ping {}\n", n));
    return exam.answers([&](std::string_view l) { return trim(l) == fmt::format("pong {}", n); }, anything);
  };
  auto position = *games::othello::Position::from_string("f5d6");

  exam.send("nboard 2\nset depth 2\n");
  exam.about("ping is answered with pong", pong(1));
  exam.send(opening);
  exam.send("go\n");
  exam.about("go is answered with === and a legal move",
             exam.answers([](std::string_view l) { return has_word(l, "==="); }, anything) &&
                 names_legal_move(exam.last(), position));
  exam.send("move C3/0.5/1.2\n");
  position.play(*position.parse_move("c3"));
  exam.send("go\n");
  exam.about("move is followed by a legal move",
             exam.answers([](std::string_view l) { return has_word(l, "==="); }, anything) &&
                 names_legal_move(exam.last(), position));
  exam.send("hint 2\n");
  exam.about("hint is answered with search or book lines",
             exam.answers([](std::string_view l) { return has_word(l, "search") || has_word(l, "book"); }, anything) &&
                 position.parse_move(words(exam.last())[1].substr(0, 2)).has_value());
  exam.send("no_such_command\nset contempt 0\n");
  exam.about("what is strange is ignored", pong(2));
  exam.send("set depth 60\nhint 1\n");
  const auto begin = Clock::now();
  const bool stopped = pong(3);
  exam.about("ping ends its thinking at once", stopped && Clock::now() - begin < std::chrono::seconds(2));
  // Some search each position of the game as deep as they are told. A word that begins alike is a wrong answer.
  exam.send("set depth 1\nlearn\n");
  exam.about("learn is answered with learned",
             exam.answers([](std::string_view l) { return trim(l) == "learned"; },
                          [](std::string_view l) { return !trim(l).starts_with("learn"); }));
  exam.send("analyze\n");
  exam.about("analyze is answered",
             exam.answers([](std::string_view l) { return has_word(l, "analysis"); },
                          [](std::string_view l) { return !has_word(l, "pong"); }),
             false);
  // A fresh one: the old one may still be learning. How long it takes to load is another matter.
  if (exam.start()) {
    exam.send("nboard 2\n");
    static_cast<void>(pong(4));
    exam.ends("quit or the end of its input ends it", "quit\n");
  }
  return exam.take();
}

}  // namespace tengen::protocol
