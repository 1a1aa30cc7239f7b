// Settings as a file: written and read again, loaded by a spec, and refused with a reason.

#include "roster/params_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/builtins.hpp"
#include "roster/registry.hpp"
#include "support/start_of.hpp"

namespace tengen::roster {
namespace {

const PlayerKind& kind_of(std::string_view name) {
  return *std::ranges::find(app::builtins().players(), name, [](const PlayerKind& k) { return k.info.name; });
}

Values values_of_spec(std::string_view text) {
  const auto spec = parse_spec(text);
  auto values = values_of(kind_of(spec->name), *spec);
  EXPECT_TRUE(values) << (values ? "" : values.error().message);
  return values.value_or(Values());
}

std::string error_in(std::string_view text, std::string_view player = "uct") {
  const auto values = parse_params(text, "F", kind_of(player).info);
  return values ? "accepted" : values.error().message;
}

class ParamsFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  void write(std::string_view text) const { std::ofstream(path_) << text; }
  const std::string path_ = testing::TempDir() + "tengen-params-" + std::to_string(getpid()) + ".toml";
};

TEST_F(ParamsFile, LoadsWhatWasWritten) {
  const engines::PlayerInfo& info = kind_of("ladder/ai8").info;
  const Values tuned = values_of_spec("ladder/ai8:preset=rounds0,black1=31.25,black5=0.1,noise=off");
  write(params_text(info, tuned, {{"method", "genetic"}, {"seed", "1"}, {"why", "a \"quoted\" \\ word"}}));
  EXPECT_EQ(spec_of(info, values_of_spec("ladder/ai8:params=" + path_)), spec_of(info, tuned));
  EXPECT_EQ(spec_of(info, tuned), "ladder/ai8:preset=rounds0,black1=31.25,black5=0.1,noise=off");
  // What the spec says itself stands above the file, wherever it stands.
  for (const std::string& spec : {"ladder/ai8:params=" + path_ + ",black1=2", "ladder/ai8:black1=2,params=" + path_}) {
    const Values values = values_of_spec(spec);
    EXPECT_EQ(values.real("black1"), 2);
    EXPECT_EQ(values.real("black5"), 0.1);
    EXPECT_EQ(values.text("preset"), "rounds0");
  }
  EXPECT_TRUE(app::builtins().make_player("ladder/ai8:params=" + path_, *start_of("gomoku")));
}

TEST_F(ParamsFile, SaysWhatIsWrongAndWhere) {
  const auto error = [&](const std::string& spec) {
    const auto made = app::builtins().make_player(spec, *start_of("gomoku"));
    return made ? "accepted" : made.error().message;
  };
  EXPECT_NE(error("ladder/ai8:params=/nowhere/x.toml").find("/nowhere/x.toml"), std::string::npos);
  write("player = 'ladder/ai12'\n[settings]\nmine1 = 3\n");
  EXPECT_EQ(error("ladder/ai8:params=" + path_), path_ + ":1: these are settings of 'ladder/ai12', not of ladder/ai8");
  EXPECT_EQ(error("ladder/ai12:params=" + path_), "accepted");
  EXPECT_NE(error("random:params=x").find("no settings"), std::string::npos);  // nothing to tune, so no file

  EXPECT_EQ(error_in("player = 'uct'\n[settings]\nc = 1.5\n"), "accepted");
  EXPECT_EQ(error_in("player = 'uct'\n[settings]\nc = 400\n"), "F:3: player uct: c must be 0 to 100, not '400'");
  EXPECT_NE(error_in("player = 'uct'\n[settings]\ncc = 1\n").find("F:3: player uct has no setting 'cc'"),
            std::string::npos);
  EXPECT_EQ(error_in("player = 'uct'\n[settings]\nc = [1]\n"), "F:3: c must be one value");
  EXPECT_EQ(error_in("player = 'uct'\n[settings]\nsimulations = 1.5\n"),
            "F:3: player uct: simulations must be a whole number, not '1.5'");
  EXPECT_EQ(error_in("player = 'uct'\n"), "F: there is no table [settings]");
  EXPECT_EQ(error_in("[settings]\nc = 1\n"), "F: it does not say whose settings these are (player = \"uct\")");
  EXPECT_NE(error_in("player = 'uct'\nvalues = 1\n").find("F:2:"), std::string::npos);
  EXPECT_NE(error_in("player = 'uct'\n[settings]\nparams = 'G'\n").find("F:3:"), std::string::npos);
  EXPECT_NE(error_in("player = \n").find("F:1:"), std::string::npos);
}

// Whatever a player declares: its defaults are in range, and what it spells out is the same player.
TEST(TunableSettings, StartWithinTheirRanges) {
  std::size_t tunable = 0;
  for (const PlayerKind& kind : app::builtins().players()) {
    const Values standard(kind.info.settings);
    const Values start = kind.spelled_out ? kind.spelled_out(standard) : standard;
    for (const Setting& s : kind.info.settings) {
      if (!s.tunable()) continue;
      ++tunable;
      EXPECT_TRUE(s.kind == Setting::Kind::real || s.kind == Setting::Kind::integer) << kind.info.name << " " << s.name;
      EXPECT_FALSE(s.check(start.text(s.name))) << kind.info.name << " " << s.name;
      if (s.step_is_share) EXPECT_NE(start.real(s.name), 0) << kind.info.name << " " << s.name;
      EXPECT_GT(s.step, 0);
    }
  }
  EXPECT_GE(tunable, 60u);
}

}  // namespace
}  // namespace tengen::roster
