#include "records/opening_file.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text.hpp"
#include "records/board.hpp"
#include "records/replay.hpp"

namespace tengen::records {

namespace {

enum class Form { moves, offsets, stones };

// "4,6, 1,5" as numbers, or nothing where anything else stands between the commas.
std::optional<std::vector<int>> numbers_in(std::string_view line) {
  std::vector<int> numbers;
  for (const std::string_view part : split(line, ',')) {
    const auto number = to_number<int>(trim(part));
    if (!number || *number < -100 || *number > 100) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

bool is_word(std::string_view line, std::string_view word) { return lower(line) == word; }

Form form_of(std::string_view line, std::string_view game_name) {
  if (game_name != "gomoku") return Form::moves;
  if (is_word(line, "board")) return Form::stones;
  const auto numbers = numbers_in(line);
  if (!numbers || numbers->size() < 2) return Form::moves;
  return numbers->size() == 3 ? Form::stones : Form::offsets;
}

class Reader {
 public:
  Reader(std::string_view game_name, const roster::Game& start)
      : game_name_(game_name), game_(start.clone()), size_(game_name == "gomoku" ? board_of(start).diagram.rows : 0) {
    game_->restart();
  }

  Expected<std::vector<WrittenOpening>> read(std::string_view text) {
    for (const std::string_view whole : split(text, '\n')) {
      ++line_;
      if (const auto taken = take(trim(whole)); !taken) return fail("line {}: {}", line_, taken.error().message);
    }
    if (const auto ended = end_stones(); !ended) return fail("line {}: {}", line_, ended.error().message);
    if (openings_.empty()) return fail("there are no openings in it");
    return std::move(openings_);
  }

 private:
  Expected<void> take(std::string_view line) {
    if (line.empty()) return end_stones();
    if (line.starts_with("start ")) return check_start(trim(line.substr(6)));  // # is a blocked cell there
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) return {};
    if (!form_) form_ = form_of(line, game_name_);
    switch (*form_) {
      case Form::moves: break;
      case Form::offsets: return take_offsets(line);
      case Form::stones: return take_stone(line);
    }
    game_->restart();
    return play_all(*game_, line).and_then([this] { return keep(line_); });
  }

  Expected<void> check_start(std::string_view position) {
    game_->restart();
    if (position == game_->to_string()) return {};
    return fail("these openings are for the position {}, not for {}", in_quotes(position),
                in_quotes(game_->to_string()));
  }

  // Gomocup counts from the upper left, y downwards.
  Expected<void> play_point(int x, int y) {
    if (x < 0 || y < 0 || x >= size_ || y >= size_)
      return fail("the point {},{} from the upper left is not on a board of size {}", x, y, size_);
    return roster::play_written(*game_, games::cell_name(x, size_ - y));
  }

  Expected<void> take_offsets(std::string_view line) {
    const auto numbers = numbers_in(line);
    if (!numbers) return fail("offsets are numbers with commas between them, not {}", in_quotes(line));
    if (numbers->size() % 2 != 0) return fail("offsets come in pairs x,y; here are {} numbers", numbers->size());
    game_->restart();
    for (std::size_t i = 0; i < numbers->size(); i += 2)
      if (const auto played = play_point(size_ / 2 + (*numbers)[i], size_ / 2 + (*numbers)[i + 1]); !played)
        return fail("move {}: {}", i / 2 + 1, played.error().message);
    return keep(line_);
  }

  Expected<void> take_stone(std::string_view line) {
    if (is_word(line, "board") || is_word(line, "done")) return end_stones();
    const auto numbers = numbers_in(line);
    if (!numbers || numbers->size() != 3 || (*numbers)[2] < 1 || (*numbers)[2] > 2)
      return fail("a stone is x,y,1 or x,y,2, not {}", in_quotes(line));
    if (stones_[0].empty() && stones_[1].empty()) first_stone_ = line_;
    stones_[static_cast<std::size_t>((*numbers)[2] - 1)].push_back({line_, (*numbers)[0], (*numbers)[1]});
    return {};
  }

  struct Stone {
    int line, x, y;
  };

  // Colour 1 is Black's, or that of the side to move, as the protocol has it: with equal numbers Black is to move and
  // both mean the same; otherwise Black has the stone more.
  Expected<void> end_stones() {
    auto [black, white] = std::exchange(stones_, {});
    if (black.empty() && white.empty()) return {};
    if (white.size() > black.size()) std::swap(black, white);
    const int end = std::exchange(line_, first_stone_);  // a fault lies in the stones, not where they end
    if (black.size() - white.size() > 1)
      return fail("{} stones against {}: Black has as many as White, or one more", black.size(), white.size());
    game_->restart();
    if (game_->side_to_move() != Side::first) return fail("stones can only be set where Black is to move");
    for (std::size_t i = 0; i < black.size() + white.size(); ++i) {
      const auto [line, x, y] = (i % 2 == 0 ? black : white)[i / 2];
      line_ = line;
      if (const auto played = play_point(x, y); !played) return played.error();
    }
    line_ = first_stone_;
    auto kept = keep(first_stone_);
    if (kept) line_ = end;
    return kept;
  }

  Expected<void> keep(int line) {
    if (game_->outcome() != Outcome::ongoing)
      return fail("the game is over after these {} moves", game_->moves().size());
    openings_.push_back({line, game_->moves()});
    return {};
  }

  std::string_view game_name_;
  std::unique_ptr<roster::Game> game_;
  int size_;
  int line_ = 0;
  std::optional<Form> form_;
  std::array<std::vector<Stone>, 2> stones_;
  int first_stone_ = 0;
  std::vector<WrittenOpening> openings_;
};

}  // namespace

Expected<std::vector<WrittenOpening>> read_openings(std::string_view text, std::string_view game_name,
                                                    const roster::Game& start) {
  return Reader(game_name, start).read(text);
}

}  // namespace tengen::records
