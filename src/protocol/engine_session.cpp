#include "protocol/engine_session.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>

#include "core/text.hpp"

namespace tengen::protocol {

namespace {

constexpr std::size_t longest_line = 1 << 20;  // what is longer is cut
constexpr std::size_t most_waiting = 10'000;   // lines; the pipe holds the rest

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) return;  // nobody listens any more; the end of the input will follow
  }
}

const roster::PlayerKind* kind_of(const roster::Registry& registry, const std::string& name) {
  const auto found = std::ranges::find(registry.players(), name,
                                       [](const roster::PlayerKind& kind) -> const auto& { return kind.info.name; });
  return found == registry.players().end() ? nullptr : &*found;
}

}  // namespace

Expected<void> EngineSession::make_player(const roster::Game& game) {
  auto player = setup_.registry.make_player(spec_, game);
  if (!player) return player.error();
  player_ = std::move(*player);
  player_->begin(game, setup_.seed + games_);
  return {};
}

Expected<void> EngineSession::place(std::string_view position) {
  const auto kind = setup_.registry.find_game(setup_.game);
  if (!kind) return kind.error();
  auto game = (*kind)->start(position);
  if (!game) return game.error();
  // A board of another size may need another kind of position, and so another player.
  const bool same_type = game_ && (*game)->position_type() == game_->position_type();
  if (!player_ || !same_type)
    if (auto made = make_player(**game); !made) return made;
  game_ = std::move(*game);
  thought_for_.reset();
  return {};
}

Expected<void> EngineSession::begin(std::string_view position) {
  if (auto placed = place(position); !placed) return placed;
  player_->begin(*game_, setup_.seed + games_++);
  return {};
}

std::optional<Setting> EngineSession::setting(std::string_view name) const {
  const auto spec = roster::parse_spec(spec_);
  const roster::PlayerKind* const kind = spec ? kind_of(setup_.registry, spec->name) : nullptr;
  if (kind == nullptr) return std::nullopt;
  const auto found = std::ranges::find(kind->info.settings, name, &Setting::name);
  if (found == kind->info.settings.end() || found->kind != Setting::Kind::integer) return std::nullopt;
  return *found;
}

Expected<void> EngineSession::change_to(std::string spec) {
  if (spec == spec_) return {};
  spec_ = std::move(spec);
  return game_ ? make_player(*game_) : Expected<void>();
}

Expected<void> EngineSession::set(std::string_view name, std::int64_t value) {
  const auto known = setting(name);
  if (!known) return {};
  const auto spec = roster::parse_spec(spec_);
  const roster::PlayerKind& kind = *kind_of(setup_.registry, spec->name);
  auto values = values_of(kind, *spec);
  if (!values) return values.error();
  const auto nearest = std::clamp(value, static_cast<std::int64_t>(known->low), static_cast<std::int64_t>(known->high));
  if (values->integer(name) == nearest) return {};
  if (auto set = values->set(kind.info.settings, name, std::to_string(nearest), kind.info.name); !set) return set;
  return change_to(roster::spec_of(kind.info, *values));
}

Expected<void> EngineSession::reset(std::string_view name) {
  if (!setting(name)) return {};
  const auto spec = roster::parse_spec(setup_.player);
  const auto values = values_of(*kind_of(setup_.registry, spec->name), *spec);
  if (!values) return values.error();
  return set(name, values->integer(name));
}

roster::Chosen EngineSession::think(const Limits& limits, const roster::ChoiceSink& watch) {
  thought_for_ = game_->side_to_move();
  return think(*game_, limits, watch);
}

roster::Chosen EngineSession::think(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& watch) {
  stop_ = setup_.thinking ? setup_.thinking() : StopToken();
  return player_->ask(game, limits, stop_, watch);
}

void EngineSession::ponder(StopToken stop) {
  const bool ours = !thought_for_ || !game_ || game_->side_to_move() == *thought_for_;
  if (!ponders_ || ours || game_->outcome() != Outcome::ongoing) return;
  player_->ponder(*game_, std::move(stop));
}

void LineInput::read_from(int fd, Interrupts interrupts) {
  interrupts_ = std::move(interrupts);
  wake_ = eventfd(0, EFD_CLOEXEC);
  reader_ = std::jthread([this, fd] { read_lines(fd); });
}

LineInput::~LineInput() {
  if (wake_ >= 0) eventfd_write(wake_, 1);
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  arrived_.notify_all();
  if (reader_.joinable()) reader_.join();
  if (wake_ >= 0) close(wake_);
}

void LineInput::add(std::string line) {
  const bool interrupts = interrupts_(line);
  std::unique_lock lock(mutex_);
  // The reader waits where nobody takes the lines, but never with one that ends the thinking.
  arrived_.wait(lock, [&] { return lines_.size() < most_waiting || interrupts || ended_; });
  lines_.push_back({std::move(line), interrupts});
  if (interrupts) {
    ++waiting_interrupts_;
    thinking_.request_stop();
  }
  waiting_for_line_.request_stop();
  arrived_.notify_all();
}

void LineInput::read_lines(int fd) {
  std::string line;
  bool after_cr = false;
  char chunk[4096];
  for (;;) {
    pollfd waits[2] = {{fd, POLLIN, 0}, {wake_, POLLIN, 0}};
    if (poll(waits, 2, -1) < 0) continue;
    if (waits[1].revents != 0) break;
    const ssize_t n = read(fd, chunk, sizeof chunk);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) break;
    for (const char c : std::string_view(chunk, static_cast<std::size_t>(n))) {
      const bool second_half = c == '\n' && after_cr;  // of CR LF
      after_cr = c == '\r';
      if (second_half) continue;
      if (c == '\n' || c == '\r')
        add(std::exchange(line, {}));
      else if (line.size() < longest_line)
        line += c;
    }
  }
  if (!line.empty()) add(std::move(line));
  const std::lock_guard lock(mutex_);
  ended_ = true;
  waiting_for_line_.request_stop();
  arrived_.notify_all();
}

std::optional<std::string> LineInput::next() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return !lines_.empty() || ended_; });
  if (lines_.empty()) return std::nullopt;
  Line line = std::move(lines_.front());
  lines_.pop_front();
  if (line.interrupts) --waiting_interrupts_;
  arrived_.notify_all();
  return std::move(line.text);
}

StopToken LineInput::thinking() {
  const std::lock_guard lock(mutex_);
  thinking_ = std::stop_source();
  if (waiting_interrupts_ > 0) thinking_.request_stop();
  return thinking_.get_token();
}

StopToken LineInput::waiting() {
  const std::lock_guard lock(mutex_);
  waiting_for_line_ = std::stop_source();
  if (!lines_.empty() || ended_) waiting_for_line_.request_stop();
  return waiting_for_line_.get_token();
}

void run_engine(int in, int out, EngineSetup setup, std::unique_ptr<EngineProtocol> (*make)(const EngineSetup&)) {
  std::unique_ptr<EngineProtocol> engine;  // outlives the thread that asks it about lines
  LineInput input;
  setup.say = [out](std::string_view line) { write_all(out, std::string(line) + '\n'); };
  setup.thinking = [&input] { return input.thinking(); };
  engine = make(setup);
  input.read_from(in, [&engine](std::string_view line) { return engine->interrupts(line); });
  while (const auto line = input.next()) {
    if (!engine->handle(*line)) break;
    engine->idle(input.waiting());
  }
}

}  // namespace tengen::protocol
