#include "server/session_table.hpp"

#include <algorithm>

#include "core/hash.hpp"
#include "roster/guide.hpp"
#include "server/board_view.hpp"
#include "server/thoughts_json.hpp"

namespace tengen {

namespace {

std::int64_t milliseconds(Clock::duration time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

}  // namespace

Json SessionTable::json_now() {
  Json json = session_.to_json(Clock::now());
  if (job_)
    json["thinking"] = {{"side", index(session_.to_move())},
                        {"player", session_.seat().player},
                        {"since", now_in_milliseconds() - milliseconds(Clock::now() - asked_)},
                        {"waiting", pool_.ahead_of(job_) > 0}};
  json["unsaved"] = unsaved_;
  return json;
}

void SessionTable::look() {
  last_left_ = Clock::now();
  if (!suspended_) return;
  suspended_ = false;
  if (!session_.engines_turn() || session_.paused) return;
  session_.start_clock(last_left_);
  consider(last_left_);
}

Json SessionTable::show() {
  const std::lock_guard lock(mutex_);
  look();
  return json_now();
}

Json SessionTable::json() {
  const std::lock_guard lock(mutex_);
  return json_now();
}

Json SessionTable::summary() {
  const std::lock_guard lock(mutex_);
  return session_.summary_json();
}

Record SessionTable::record() {
  const std::lock_guard lock(mutex_);
  return session_.record();
}

std::unique_ptr<Game> SessionTable::game() {
  const std::lock_guard lock(mutex_);
  return session_.game().clone();
}

Answer<Json> SessionTable::change(const Change& change, std::optional<std::int64_t> revision) {
  const std::lock_guard lock(mutex_);
  if (removed_) return api::not_found("this session was deleted");
  if (revision && static_cast<std::uint64_t>(*revision) != session_.revision)
    return api::conflict(fmt::format("the session has changed: its revision is {}", session_.revision));
  if (const auto done = change(session_); !done) return done.error();
  stop_thinking();
  suspended_ = false;
  last_left_ = Clock::now();
  session_.message.clear();
  consider(Clock::now());
  changed(SessionStore::Outlives::power_cut);
  return json_now();
}

Answer<Json> SessionTable::rename(const std::string& title) {
  const std::lock_guard lock(mutex_);
  if (removed_) return api::not_found("this session was deleted");
  session_.title = title;
  changed(SessionStore::Outlives::power_cut);
  return json_now();
}

Answer<Json> SessionTable::stop(bool play) {
  const std::lock_guard lock(mutex_);
  if (!job_) return api::conflict("no engine is thinking");
  if (play) {
    if (pool_.ahead_of(job_) > 0) return api::conflict("the engine has not begun yet; others come first");
    pool_.cancel(job_);  // what it answers now still counts
    return json_now();
  }
  stop_thinking();
  session_.paused = true;
  session_.stop_clock(Clock::now());
  changed(SessionStore::Outlives::power_cut);
  return json_now();
}

void SessionTable::listen(const std::shared_ptr<EventStream>& stream) {
  const std::lock_guard lock(mutex_);
  listeners_.push_back(stream);
  was_heard_ = true;
  look();
  stream->push("session", dumped(json_now()), EventStream::Pile::newest, std::to_string(session_.revision));
  stream->when_closed([table = weak_from_this(), raw = stream.get()] {
    const auto self = table.lock();
    if (!self) return;
    const std::lock_guard held(self->mutex_);
    std::erase_if(self->listeners_, [&](const auto& each) { return each.get() == raw; });
    if (self->listeners_.empty()) self->last_left_ = Clock::now();
  });
}

void SessionTable::remove() {
  const std::lock_guard lock(mutex_);
  removed_ = true;
  stop_thinking();
  for (const auto& stream : listeners_) {
    stream->push("gone", "{}");
    stream->end();
  }
}

Json SessionTable::begin() {
  const std::lock_guard lock(mutex_);
  consider(Clock::now());
  save(SessionStore::Outlives::power_cut);
  return json_now();
}

void SessionTable::stop_engine() {
  const std::lock_guard lock(mutex_);
  stop_thinking();
  const bool clock_ran = session_.clock && session_.clock->running;
  session_.stop_clock(Clock::now());
  if (clock_ran || !unsaved_.empty()) save(SessionStore::Outlives::kill);
}

// What an engine plays need not outlive a power cut: it would find it again, and what a person does next saves it, too.
void SessionTable::changed(SessionStore::Outlives what) {
  ++session_.revision;
  session_.updated = now_in_milliseconds();
  last_change_ = Clock::now();
  save(what);
  tell_listeners();
}

// A full disk costs a game's future, not its present: the game goes on, and says that it is not saved.
void SessionTable::save(SessionStore::Outlives what) {
  if (removed_) return;
  const SessionResult result = session_.result();
  const StoredSummary summary{session_.id,
                              session_.title,
                              session_.kind().name,
                              {session_.seats[0].name(), session_.seats[1].name()},
                              std::string(name_of(result.outcome)),
                              static_cast<int>(session_.game().moves().size()),
                              session_.updated};
  const auto saved =
      store_.save({summary, result.outcome != Outcome::ongoing, dumped(session_.stored(Clock::now()))}, what);
  unsaved_ = saved ? std::string() : saved.error().message;
}

void SessionTable::save_again() {
  const std::lock_guard lock(mutex_);
  if (unsaved_.empty()) return;
  save(SessionStore::Outlives::power_cut);
  if (unsaved_.empty()) tell_listeners();
}

void SessionTable::tell_listeners() {
  if (listeners_.empty()) return;
  const std::string text = dumped(json_now());
  for (const auto& stream : listeners_)
    stream->push("session", text, EventStream::Pile::newest, std::to_string(session_.revision));
}

void SessionTable::broadcast(std::string_view name, const Json& json) {
  const std::string text = dumped(json);
  for (const auto& stream : listeners_) stream->push(name, text);
}

void SessionTable::stop_thinking() {
  ++turn_;
  due_.reset();
  if (job_) pool_.cancel(job_);
  job_.reset();
}

// Lets an engine begin whose turn it is.
void SessionTable::consider(Clock::time_point now) {
  if (!session_.engines_turn() || session_.paused || suspended_ || removed_) return;
  const bool both = !session_.seats[0].is_person() && !session_.seats[1].is_person();
  if (both && session_.pace > 0 && session_.at() != MoveTree::root && was_heard_)
    due_ = now + std::chrono::milliseconds(session_.pace);
  else
    think(now);
}

void SessionTable::think(Clock::time_point now) {
  due_.reset();
  const bool both = !session_.seats[0].is_person() && !session_.seats[1].is_person();
  const std::uint64_t turn = ++turn_;
  SeatChoice seat = session_.seat();
  Limits limits = seat.limits;
  if (session_.clock)
    limits.clock = GameClock{std::chrono::milliseconds(session_.clock->left_now(session_.to_move(), now)),
                             std::chrono::milliseconds(session_.clock->increment)};
  asked_ = now;
  job_ = pool_.submit(both ? EnginePool::Lane::background : EnginePool::Lane::people,
                      [self = shared_from_this(), turn, seat = std::move(seat), limits,
                       game = std::shared_ptr<Game>(session_.game().clone())](const StopToken& stop) {
                        return self->work(turn, seat, limits, *game, stop);
                      });
  if (job_) return;
  session_.paused = true;
  session_.message = "too many engines are waiting; try again later";
}

// On the pool's thread.
bool SessionTable::work(std::uint64_t turn, const SeatChoice& seat, const Limits& limits, const Game& game,
                        const StopToken& stop) {
  const auto choose = [&]() -> Chosen {
    auto player = context_.registry.make_player(seat.player, game);
    if (!player) return Failure{Fault::error, player.error().message};
    (*player)->begin(game, hash_words(game.key(), turn), stop);
    auto chosen = (*player)->ask(game, limits, stop, [&](const Choice& choice) { hear(turn, choice, game); });
    (*player)->finish();
    return chosen;
  };
  try {
    const Chosen chosen = choose();
    // Put aside for others before it was done: it begins anew when its turn comes. Cancelled: finish() knows.
    const bool put_aside = stop.stop_requested() && [&] {
      const std::lock_guard lock(mutex_);
      return turn_ == turn && !pool_.is_cancelled(job_);
    }();
    if (put_aside) return false;
    finish(turn, chosen, game);
  } catch (const std::exception& e) {
    finish(turn, Failure{Fault::error, e.what()}, game);
  }
  return true;
}

void SessionTable::hear(std::uint64_t turn, const Choice& choice, const Game& game) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (turn != turn_ || listeners_.empty() || now - last_thought_ < std::chrono::milliseconds(200)) return;
  last_thought_ = now;
  const std::string& player = session_.seat().player;
  broadcast("thought", thought_json(game, choice, {player, score_meaning(context_.registry, player)}, now - asked_));
}

void SessionTable::finish(std::uint64_t turn, const Chosen& chosen, const Game& game) {
  const std::lock_guard lock(mutex_);
  if (turn != turn_) return;
  const auto now = Clock::now();
  job_.reset();
  ++turn_;
  const auto give_up = [&](std::string message) {
    session_.paused = true;
    session_.message = std::move(message);
    session_.stop_clock(now);
    changed(SessionStore::Outlives::kill);
  };
  const SeatChoice seat = session_.seat();
  if (!chosen && chosen.error().fault == Fault::resign) {
    static_cast<void>(session_.resign(index(game.side_to_move())));
    session_.stop_clock(now);
    return changed(SessionStore::Outlives::kill);
  }
  if (!chosen) return give_up(fmt::format("{} could not move: {}", seat.name(), chosen.error().message));
  if (!game.is_legal(chosen->move)) return give_up(fmt::format("{} chose an illegal move", seat.name()));
  const bool scored = chosen->nodes > 0 && (chosen->score != 0 || chosen->depth > 0 || chosen->end_in);
  MoveThought thought{std::nullopt, std::nullopt, chosen->depth, chosen->nodes};
  if (scored) {
    thought.score = chosen->score;
    thought.win = win_chance(score_meaning(context_.registry, seat.player), chosen->score, chosen->end_in);
  }
  const auto played =
      session_.play(game.format(chosen->move), seat.player, milliseconds(now - asked_), thought, context_.bounds.tree);
  if (!played) return give_up(played.error().message);
  session_.press_clock(now);
  consider(now);
  changed(SessionStore::Outlives::kill);
}

void SessionTable::tick(Clock::time_point now, std::chrono::milliseconds abandoned) {
  const std::lock_guard lock(mutex_);
  if (removed_) return;
  if (session_.clock && session_.clock->running && session_.clock->left_now(*session_.clock->running, now) <= 0) {
    const Side loser = *session_.clock->running;
    stop_thinking();
    session_.stop_clock(now);
    session_.flag(loser);
    changed(SessionStore::Outlives::kill);
  }
  if (was_heard_ && listeners_.empty() && (job_ || due_) && now - last_left_ >= abandoned) {
    stop_thinking();
    suspended_ = true;
    session_.stop_clock(now);
  }
  if (due_ && now >= *due_) {
    think(now);
    if (!job_) changed(SessionStore::Outlives::kill);
  }
}

bool SessionTable::idle(Clock::time_point now, std::chrono::minutes length) {
  const std::lock_guard lock(mutex_);
  const bool clock_runs = session_.clock && session_.clock->running;
  return listeners_.empty() && !job_ && !due_ && unsaved_.empty() && !clock_runs && now - last_change_ > length;
}

}  // namespace tengen
