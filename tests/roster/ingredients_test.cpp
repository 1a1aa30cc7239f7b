#include "roster/ingredients.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/builtins.hpp"
#include "core/sha256.hpp"
#include "core/version.hpp"
#include "support/start_of.hpp"

namespace tengen::roster {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

namespace fs = std::filesystem;

class Ingredients : public testing::Test {
 protected:
  Ingredients() { fs::create_directories(folder); }
  ~Ingredients() override { fs::remove_all(folder); }

  std::string write(const std::string& name, const std::string& content) const {
    const fs::path path = folder / name;
    std::ofstream(path) << content;
    fs::permissions(path, fs::perms::owner_all);
    return path.native();
  }
  Expected<std::vector<Ingredient>> of(const std::string& spec, const std::string& game = "gomoku") const {
    return IngredientReader(app::builtins()).read(spec, *start_of(game));
  }

  const fs::path folder = fs::temp_directory_path() / ("ingredients-" + std::to_string(getpid()));
};

TEST_F(Ingredients, OfOurPlayersAreOurEnginesAndTheirFiles) {
  const auto plain = *of("uct");
  EXPECT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0].digest, engines_digest());
  EXPECT_EQ(engines_digest().size(), 64U);
  EXPECT_NE(engines_digest(), protocol_digest());
  const std::string text = "player = \"uct\"\n[settings]\nsimulations = 5\n", path = write("tuned.toml", text);
  EXPECT_THAT(*of("uct:params=" + path), ElementsAre(plain[0], Ingredient{"params", path, sha256(text)}));
  EXPECT_FALSE(of("uct:params=" + folder.native()));
  EXPECT_FALSE(of("nobody"));
}

TEST_F(Ingredients, OfAProgramAreItselfAndTheFilesInItsArguments) {
  const std::string program = write("engine", "#!/bin/sh\n"), script = write("script.py", "pass\n"),
                    net = write("net.bin", "0101");
  EXPECT_THAT(
      *of("gomocup:command=" + program + " --fast " + script + " --net=" + net + " 7"),
      ElementsAre(Field(&Ingredient::digest, protocol_digest()), Ingredient{"command", program, sha256("#!/bin/sh\n")},
                  Ingredient{"argument 2", script, sha256("pass\n")}, Ingredient{"argument 3", net, sha256("0101")}));
  // Found as the program will find it: from the folder that it runs in.
  EXPECT_THAT(*of("gtp:command=" + program + " script.py,workdir=" + folder.native(), "othello"),
              testing::Contains(Ingredient{"argument 1", script, sha256("pass\n")}));
  EXPECT_EQ(of("nboard:command=" + program + " script.py", "othello")->size(), 2U);
  EXPECT_THAT(*of("so:file=" + net, "connect4"),
              testing::IsSupersetOf(
                  {Field(&Ingredient::what, std::string("file")), Field(&Ingredient::what, std::string("host"))}));
}

TEST_F(Ingredients, AreReadOnceInARun) {
  IngredientReader reader(app::builtins());
  const std::string path = write("once.toml", "player = \"uct\"\n[settings]\n"), spec = "uct:params=" + path;
  const auto first = *reader.read(spec, *start_of("gomoku"));
  write("once.toml", "player = \"uct\"\n[settings]\nsimulations = 5\n");
  EXPECT_EQ(*reader.read(spec, *start_of("gomoku")), first);
  EXPECT_NE(*of(spec), first);
}

}  // namespace
}  // namespace tengen::roster
