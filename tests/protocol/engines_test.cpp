// Our players as engines: every command of each protocol, and whatever else comes in.

#include "protocol/ggf.hpp"
#include "protocol/gtp.hpp"
#include "protocol/talk.hpp"
#include "support/property.hpp"
#include "support/scripted_player.hpp"

namespace tengen::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(EngineSession, AsksAPlayerThatIsReady) {
  for (const auto behaviour :
       {Behaviour::first_move, Behaviour::throws, Behaviour::throws_getting_ready, Behaviour::cheats}) {
    const roster::Registry registry = with_scripted_player(app::builtins(), "othello", behaviour);
    EngineSession session({registry, "othello", "scripted", {}, 1, {}, {}});
    ASSERT_TRUE(session.begin(""));
    const auto chosen = session.think({});
    EXPECT_EQ(chosen.has_value(), behaviour == Behaviour::first_move);
    if (!chosen) {
      EXPECT_EQ(chosen.error().fault,
                behaviour == Behaviour::cheats ? roster::Fault::illegal_move : roster::Fault::error);
    }
  }
}

TEST(EngineSession, PondersOnlyOnTheOpponentsTime) {
  EngineSession session({app::builtins(), "gomoku", "gomoku/champion:memory=1", {.nodes = 20}, 1, {}, {}, true});
  ASSERT_TRUE(session.begin("h8h9"));
  // Nothing to think about yet, or not our opponent's turn: it returns, though nobody says stop.
  const std::stop_source nobody;
  session.ponder(nobody.get_token());
  const auto chosen = session.think(session.setup().limits);
  session.ponder(nobody.get_token());
  session.game().play(chosen->move);
  // The opponent's turn: until somebody does.
  const auto begin = Clock::now();
  std::stop_source stop;
  std::jthread somebody([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  session.ponder(stop.get_token());
  EXPECT_GE(Clock::now() - begin, std::chrono::milliseconds(50));
  session.ponder(stop.get_token());
  EXPECT_TRUE(session.think(session.setup().limits));
}

TEST(GtpEngine, SpeaksEveryRequiredCommand) {
  Talk talk(make_gtp_engine, "othello");
  EXPECT_EQ(talk.one("protocol_version"), "= 2\n");
  EXPECT_EQ(talk.one("12 name"), "=12 Tengen\n");
  EXPECT_THAT(talk.one("version"), StartsWith("= "));
  EXPECT_EQ(talk.one("known_command genmove"), "= true\n");
  EXPECT_EQ(talk.one("known_command fly"), "= false\n");
  const std::string list = talk.one("list_commands");
  for (const char* name :
       {"protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
        "komi", "play", "genmove", "undo", "time_settings", "time_left", "final_score"})
    EXPECT_THAT(list, HasSubstr(name));
  EXPECT_EQ(talk.one("boardsize 8"), "=\n");
  EXPECT_EQ(talk.one("boardsize 10"), "? unacceptable size\n");
  EXPECT_EQ(talk.one("clear_board"), "=\n");
  EXPECT_EQ(talk.one("komi 6.5"), "=\n");
  EXPECT_EQ(talk.one("play b f5"), "=\n");
  EXPECT_EQ(talk.one("play b f4"), "? illegal move\n");
  EXPECT_EQ(talk.one("play w a1"), "? illegal move\n");
  EXPECT_EQ(talk.one("play green f4"), "? syntax error\n");
  EXPECT_THAT(talk.one("genmove white"), testing::AnyOf("= F4\n", "= D6\n", "= F6\n"));
  EXPECT_EQ(talk.one("undo"), "=\n");
  EXPECT_EQ(talk.one("7 undo # twice"), "=7\n");
  EXPECT_EQ(talk.one("undo"), "? cannot undo\n");
  EXPECT_EQ(talk.one("final_score"), "? cannot score\n");
  EXPECT_THAT(talk.one("showboard"), AllOf(StartsWith("=\n"), HasSubstr("\n    A B C D E F G H\n")));
  EXPECT_EQ(talk.one("time_settings 60 10 5"), "=\n");
  EXPECT_EQ(talk.one("time_left b 3 0"), "=\n");
  EXPECT_EQ(talk.one("time_settings x"), "? syntax error\n");
  EXPECT_EQ(talk.one("fly"), "? unknown command\n");
  EXPECT_THAT(talk("\n# only a comment\n   "), ElementsAre());
  EXPECT_EQ(talk.one("quit"), "=\n");
  EXPECT_FALSE(talk.going_on());
}

TEST(GtpEngine, PlaysWholeGamesOfEveryKind) {
  for (const auto& [game, setup, pass] : {std::tuple("othello", "boardsize 8", true),
                                          {"connect4", "boardsize 9 10\ntengen-blocked j3", false},
                                          {"connect4", "boardsize 7", false},
                                          {"gomoku", "boardsize 9\ntengen-rule renju", false}}) {
    Talk talk(make_gtp_engine, game, "random");
    for (const std::string& reply : talk(setup)) EXPECT_EQ(reply, "=\n");
    int plies = 0;
    std::string last;
    for (; plies < 200; ++plies) {
      last = talk.one(plies % 2 == 0 ? "genmove b" : "genmove w");
      if (last[0] == '?') break;
      EXPECT_TRUE(last != "= pass\n" || pass);
      if (talk.one("final_score")[0] == '=') break;
    }
    EXPECT_GT(plies, 6) << game;
    EXPECT_LT(plies, 200) << game << last;
  }
}

TEST(NBoardEngine, SpeaksVersionTwo) {
  Talk talk(make_nboard_engine, "othello", "alphabeta");
  EXPECT_THAT(talk.one("nboard 2"), StartsWith("set myname "));
  EXPECT_THAT(talk("set depth 2\nset contempt 0\nwhatever\n"), ElementsAre());
  EXPECT_EQ(talk.one("ping 17"), "pong 17");
  EXPECT_EQ(talk.one("learn"), "learned");
  const std::string game =
      "set game (;GM[Othello]PB[a]PW[b]TI[15:00]BO[8 "
      "---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3/1.2/3];)";
  EXPECT_THAT(talk(game), ElementsAre());
  const auto position = *games::othello::Position::from_string("f5f6d3");
  const auto go = talk("go");
  ASSERT_EQ(go.size(), 2u);
  EXPECT_THAT(go[0], StartsWith("nodestats "));
  EXPECT_TRUE(position.parse_move(go[1].substr(4, 2))) << go[1];
  EXPECT_EQ(talk("go")[1].substr(0, 6), go[1].substr(0, 6)) << "go does not play the move";
  const auto hints = talk("hint 3");
  EXPECT_EQ(std::ranges::count_if(hints, [](const auto& l) { return l.starts_with("search "); }) >= 1, true);
  talk("move C5//");
  EXPECT_TRUE((*games::othello::Position::from_string("f5f6d3c5")).parse_move(talk("go")[1].substr(4, 2)));
  EXPECT_EQ(talk("set depth 1\nanalyze").size(), 5u);
  EXPECT_TRUE(talk.engine().interrupts("ping 3"));
  talk("quit");
  EXPECT_FALSE(talk.going_on());
}

TEST(Ggf, ReadsGamesAndPutsPassesIn) {
  EXPECT_EQ(parse_ggf("(;GM[Othello]B[F5]W[D6];)")->moves.size(), 2u);
  EXPECT_FALSE(parse_ggf("BO[10 ---- *]"));
  EXPECT_FALSE(parse_ggf("B[A1]"));
  EXPECT_FALSE(parse_ggf("W[F5]"));
  EXPECT_FALSE(parse_ggf("nothing at all"));
  // A random game written without its passes is read as the same game.
  Rng rng(5);
  int passes = 0;
  for (int i = 0; i < 50; ++i) {
    games::othello::Position now;
    std::string text;
    int moves = 0;
    while (const auto move = games::random_move(now, rng)) {
      ++moves;
      if (move->is_pass())
        ++passes;
      else
        text += (now.side_to_move() == Side::first ? "B[" : "W[") + now.format(*move) + "/1/2]";
      now.play(*move);
    }
    const auto read = parse_ggf("(;" + text + ";)");
    ASSERT_TRUE(read) << read.error().message;
    games::othello::Position again = read->start;
    for (const auto move : read->moves) again.play(move);
    EXPECT_EQ(again, now);
  }
  EXPECT_GT(passes, 0);
}

// Fragments of the protocols and noise, in any order: engines answer or ignore them, and never fall over.
TEST(EveryEngine, SurvivesAnything) {
  const auto piece =
      rc::gen::oneOf(rc::gen::arbitrary<std::string>(),
                     rc::gen::element<std::string>(
                         "START 15", "START ", "5", "BEGIN", "TURN ", "1,1", "0,0,1", ",", "BOARD", "DONE", "TAKEBACK ",
                         "INFO rule ", "INFO time_left -5", "YXSHOWFORBID", "RECTSTART 7,7", "RESTART", "\n", "\n",
                         "\n", "SWAP2BOARD", "YXNBEST 2", "YXBALANCETWO 0", "YXSWAP2STEP2", "INFO max_memory ",
                         "INFO pondering 1", "YXBLOCK", "boardsize ", "clear_board", "play b ", "genmove ", "b", "w",
                         "d3", "undo", "tengen-position ", "tengen-limits nodes=5", "set game ", "BO[8 ", "B[F5]",
                         "set depth 1", "go", "hint 2", "move f5", "analyze", "9999999999999", "-1", "#", "\r"));
  check_property(300, [&] {
    std::string text;
    for (const auto& part : *rc::gen::container<std::vector<std::string>>(piece)) text += part;
    Talk brain(make_gomocup_engine, "gomoku", "random"), board(make_nboard_engine, "othello", "random");
    brain(text);
    board(text);
    for (const char* game : {"othello", "connect4", "gomoku"}) {
      Talk gtp(make_gtp_engine, game, "random");
      for (const std::string& reply : gtp(text)) {
        RC_ASSERT(reply.starts_with("=") || reply.starts_with("?"));
        RC_ASSERT(reply.ends_with("\n") && reply.find("\n\n") == std::string::npos);
      }
    }
  });
}

TEST(Vertices, GoThereAndBack) {
  Rng rng(3);
  for (const auto& [name, position] : {std::pair("gomoku", "size=22"),
                                       {"gomoku", "size=5"},
                                       {"othello", ""},
                                       {"connect4", "rows=12 columns=12 blocked=k4"},
                                       {"connect4", ""}}) {
    const auto game = start_of(name, position);
    while (game->outcome() == Outcome::ongoing && game->moves().size() < 100) {
      const auto moves = game->legal_moves();
      for (const roster::AnyMove move : moves) {
        const auto read = gtp::read_move(*game, gtp::to_vertex(*game, move));
        ASSERT_EQ(read.kind, gtp::ReadMove::Kind::legal) << gtp::to_vertex(*game, move);
        EXPECT_EQ(read.move, move);
      }
      game->play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  const auto board = start_of("gomoku", "size=15");
  EXPECT_EQ(gtp::to_vertex(*board, *board->parse_move("i8")), "J8");
  EXPECT_EQ(gtp::read_move(*board, "I8").kind, gtp::ReadMove::Kind::no_move);
  const auto four = start_of("connect4", "44");
  EXPECT_EQ(gtp::to_vertex(*four, *four->parse_move("4")), "D3");
  EXPECT_EQ(gtp::read_move(*four, "d").kind, gtp::ReadMove::Kind::legal);
  EXPECT_EQ(gtp::read_move(*four, "d1").kind, gtp::ReadMove::Kind::illegal);
}

}  // namespace
}  // namespace tengen::protocol
