#include "server/play/live_session.hpp"

#include <algorithm>
#include <iterator>

#include "roster/ask.hpp"
#include "roster/guide.hpp"
#include "server/views.hpp"

namespace tengen::server {

namespace {

std::int64_t milliseconds(Clock::duration time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

MoveThought thought_of(const roster::Choice& choice, const search::ScoreMeaning& meaning) {
  MoveThought thought{std::nullopt, std::nullopt, choice.depth, choice.nodes};
  if (choice.nodes > 0 && (choice.score != 0 || choice.depth > 0 || choice.end_in)) {
    thought.score = choice.score;
    thought.win = win_chance(meaning, choice.score, choice.end_in);
  }
  return thought;
}

}  // namespace

template <class Condition>
std::list<KeptPlayers::Kept> KeptPlayers::out_of(const Condition& condition) {
  std::list<Kept> out;
  for (auto it = players_.begin(); it != players_.end();) {
    const auto next = std::next(it);
    if (condition(*it)) out.splice(out.end(), players_, it);
    it = next;
  }
  return out;
}

std::unique_ptr<roster::Player> KeptPlayers::take(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(players_, key, &Kept::key);
  if (found == players_.end()) return nullptr;
  auto player = std::move(found->player);
  players_.erase(found);
  return player;
}

void KeptPlayers::keep(const Key& key, std::unique_ptr<roster::Player> player, Clock::time_point now) {
  std::list<Kept> gone;
  const std::lock_guard lock(mutex_);
  gone = out_of([&](const Kept& kept) { return kept.key == key; });  // of a search that was still on its way out
  players_.push_front({key, std::move(player), now});
  if (players_.size() > most_) gone.splice(gone.end(), players_, std::prev(players_.end()));
}

void KeptPlayers::forget_session(const std::string& session) {
  std::list<Kept> gone;
  const std::lock_guard lock(mutex_);
  gone = out_of([&](const Kept& kept) { return kept.key.session == session; });
}

void KeptPlayers::forget_before(Clock::time_point time) {
  std::list<Kept> gone;
  const std::lock_guard lock(mutex_);
  gone = out_of([&](const Kept& kept) { return kept.since < time; });
}

std::string LiveSession::answer_text(const std::string& state) const {
  Json more = session_.view_json();
  more["thinking"] = nullptr;
  if (job_)
    more["thinking"] = {{"side", index(session_.to_move())},
                        {"player", session_.seat().player},
                        {"since", now_in_milliseconds() - milliseconds(Clock::now() - asked_)},
                        {"waiting", services_.pool.ahead_of(job_) > 0}};
  more["unsaved"] = unsaved_;
  return with_fields(state, more);
}

void LiveSession::look() {
  last_left_ = Clock::now();
  if (!suspended_) return;
  suspended_ = false;
  if (!session_.engines_turn() || session_.paused) return;
  session_.start_clock(last_left_);
  consider(last_left_);
}

std::string LiveSession::show() {
  const std::lock_guard lock(mutex_);
  look();
  return answer_text();
}

Json LiveSession::summary() {
  const std::lock_guard lock(mutex_);
  return session_.summary_json();
}

records::Record LiveSession::record() {
  const std::lock_guard lock(mutex_);
  return session_.record();
}

std::unique_ptr<roster::Game> LiveSession::game() {
  const std::lock_guard lock(mutex_);
  return session_.game().clone();
}

Answer<std::string> LiveSession::change(const Change& change, std::optional<std::int64_t> revision) {
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
  return changed(SessionStore::Outlives::power_cut);
}

Answer<std::string> LiveSession::rename(const std::string& title) {
  const std::lock_guard lock(mutex_);
  if (removed_) return api::not_found("this session was deleted");
  session_.title = title;
  return changed(SessionStore::Outlives::power_cut);
}

Answer<std::string> LiveSession::stop(bool play) {
  const std::lock_guard lock(mutex_);
  if (!job_) return api::conflict("no engine is thinking");
  if (play) {
    if (services_.pool.ahead_of(job_) > 0) return api::conflict("the engine has not begun yet; others come first");
    services_.pool.cancel(job_);  // what it answers now still counts
    return answer_text();
  }
  stop_thinking();
  session_.paused = true;
  session_.stop_clock(Clock::now());
  return changed(SessionStore::Outlives::power_cut);
}

void LiveSession::listen(const std::shared_ptr<EventStream>& stream) {
  const std::lock_guard lock(mutex_);
  listeners_.push_back(stream);
  was_heard_ = true;
  look();
  stream->push("session", answer_text(), EventStream::Pile::newest, std::to_string(session_.revision));
  stream->when_closed([live = weak_from_this(), raw = stream.get()] {
    const auto self = live.lock();
    if (!self) return;
    const std::lock_guard held(self->mutex_);
    std::erase_if(self->listeners_, [&](const auto& each) { return each.get() == raw; });
    if (self->listeners_.empty()) self->last_left_ = Clock::now();
  });
}

void LiveSession::remove() {
  const std::lock_guard lock(mutex_);
  removed_ = true;
  stop_thinking();
  for (const auto& stream : listeners_) {
    stream->push("gone", "{}");
    stream->end();
  }
}

std::string LiveSession::begin() {
  const std::lock_guard lock(mutex_);
  consider(Clock::now());
  const std::string state = state_text();
  save(SessionStore::Outlives::power_cut, state);
  return answer_text(state);
}

void LiveSession::stop_engine() {
  const std::lock_guard lock(mutex_);
  stop_thinking();
  const bool clock_ran = session_.clock && session_.clock->running;
  session_.stop_clock(Clock::now());
  if (clock_ran || !unsaved_.empty()) save(SessionStore::Outlives::kill, state_text());
}

// What an engine plays need not outlive a power cut: it would find it again, and what a person does next saves it, too.
std::string LiveSession::changed(SessionStore::Outlives what) {
  ++session_.revision;
  session_.updated = now_in_milliseconds();
  last_change_ = Clock::now();
  const std::string state = state_text();
  save(what, state);
  std::string answer = answer_text(state);
  tell_listeners(answer);
  return answer;
}

// A full disk costs a game's future, not its present: the game goes on, and says that it is not saved.
void LiveSession::save(SessionStore::Outlives what, const std::string& state) {
  if (removed_) return;
  const SessionResult result = session_.result();
  const StoredSummary summary{session_.id,
                              session_.title,
                              session_.kind().name,
                              {session_.seats[0].name(), session_.seats[1].name()},
                              std::string(records::name_of(result.outcome)),
                              static_cast<int>(session_.game().moves().size()),
                              session_.updated};
  const auto saved = services_.store.save(
      {summary, result.outcome != Outcome::ongoing, with_fields(state, session_.early_end_json())}, what);
  unsaved_ = saved ? std::string() : saved.error().message;
}

void LiveSession::save_again() {
  const std::lock_guard lock(mutex_);
  if (unsaved_.empty()) return;
  const std::string state = state_text();
  save(SessionStore::Outlives::power_cut, state);
  if (unsaved_.empty()) tell_listeners(answer_text(state));
}

void LiveSession::tell_listeners(const std::string& answer) {
  for (const auto& stream : listeners_)
    stream->push("session", answer, EventStream::Pile::newest, std::to_string(session_.revision));
}

void LiveSession::stop_thinking() {
  ++turn_;
  due_.reset();
  session_.release_clock(Clock::now());
  if (job_) services_.pool.cancel(job_);
  job_.reset();
}

// Lets an engine begin whose turn it is.
void LiveSession::consider(Clock::time_point now) {
  if (!session_.engines_turn() || session_.paused || suspended_ || removed_) return;
  if (session_.engines_only() && session_.pace > 0 && session_.at() != MoveTree::root && was_heard_)
    due_ = now + std::chrono::milliseconds(session_.pace);
  else
    think(now);
}

void LiveSession::think(Clock::time_point now) {
  due_.reset();
  const SeatChoice& seat = session_.seat();
  Turn turn{++turn_,
            {session_.id, session_.game_number(), session_.to_move(), seat.player},
            seat.limits,
            session_.game().clone()};
  asked_ = now;
  job_ = services_.pool.submit(
      session_.engines_only() ? EnginePool::Lane::background : EnginePool::Lane::people,
      [self = shared_from_this(), turn = std::move(turn)](const StopToken& stop) { return self->work(turn, stop); });
  if (!job_) pause("too many engines are waiting; try again later");
}

// What a player needs to get ready is not taken off its clock. Returns what it may spend then.
Limits LiveSession::get_ready(const Turn& turn, std::unique_ptr<roster::Player>& player, const StopToken& stop) {
  const bool fresh = !player;
  if (fresh) {
    {
      const std::lock_guard lock(mutex_);
      if (turn_ == turn.number && session_.hold_clock(Clock::now())) tell_listeners(answer_text());
    }
    // Where this fails, whoever asks is told.
    (void)roster::make_ready(player, services_.context.registry, turn.player.player, *turn.game, turn.seed(), stop);
  }
  const std::lock_guard lock(mutex_);
  Limits limits = turn.limits;
  if (turn_ != turn.number) return limits;
  const auto now = Clock::now();
  if (fresh) asked_ = now;
  if (session_.release_clock(now)) tell_listeners(answer_text());
  if (session_.clock)
    limits.clock = GameClock{std::chrono::milliseconds(session_.clock->left_now(session_.to_move(), now)),
                             std::chrono::milliseconds(session_.clock->increment)};
  return limits;
}

// On the pool's thread. A player stays for the whole game, so that its tree or its table is there at its next move.
bool LiveSession::work(const Turn& turn, const StopToken& stop) {
  auto player = services_.players.take(turn.player);
  const Limits limits = get_ready(turn, player, stop);
  const roster::Chosen chosen =
      roster::ask_or_make(player, services_.context.registry, turn.player.player, *turn.game, turn.seed(), limits, stop,
                          [&](const roster::Choice& choice) { hear(turn, choice); });
  // One that ponders would go on outside of the pool.
  if (chosen && !ponders(turn.player.player, services_.context.registry))
    services_.players.keep(turn.player, std::move(player), Clock::now());
  // Put aside for others before it was done: it goes on when its turn comes. Cancelled: finish() knows.
  const bool put_aside = stop.stop_requested() && [&] {
    const std::lock_guard lock(mutex_);
    return turn_ == turn.number && !services_.pool.is_cancelled(job_);
  }();
  if (!put_aside) finish(turn, chosen);
  return !put_aside;
}

void LiveSession::hear(const Turn& turn, const roster::Choice& choice) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (turn.number != turn_ || listeners_.empty() || now - last_thought_ < std::chrono::milliseconds(200)) return;
  last_thought_ = now;
  const Thinker thinker{turn.player.player, roster::score_meaning(services_.context.registry, turn.player.player)};
  const std::string text = dumped(thought_json(*turn.game, choice, thinker, now - asked_));
  for (const auto& stream : listeners_) stream->push("thought", text);
}

void LiveSession::pause(std::string message) {
  session_.paused = true;
  session_.message = std::move(message);
}

void LiveSession::finish(const Turn& turn, const roster::Chosen& chosen) {
  const std::lock_guard lock(mutex_);
  if (turn.number != turn_) return;
  const auto now = Clock::now();
  job_.reset();
  ++turn_;
  const SeatChoice seat = session_.seat();
  if (chosen) {
    const search::ScoreMeaning meaning = roster::score_meaning(services_.context.registry, seat.player);
    if (const auto played =
            session_.play(chosen->move, {seat.player, milliseconds(now - asked_), thought_of(*chosen, meaning)},
                          services_.context.bounds.tree);
        played) {
      session_.press_clock(now);
      consider(now);
    } else {
      pause(played.error().message);
      session_.stop_clock(now);
    }
  } else {
    if (chosen.error().fault == roster::Fault::resign)
      static_cast<void>(session_.resign(index(turn.game->side_to_move())));
    else
      pause(fmt::format("{} could not move: {}", seat.name(), chosen.error().message));
    session_.stop_clock(now);
  }
  changed(SessionStore::Outlives::kill);
}

void LiveSession::tick(Clock::time_point now, std::chrono::milliseconds abandoned) {
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

bool LiveSession::idle(Clock::time_point now, std::chrono::minutes length) {
  const std::lock_guard lock(mutex_);
  const bool clock_runs = session_.clock && session_.clock->running;
  return listeners_.empty() && !job_ && !due_ && unsaved_.empty() && !clock_runs && now - last_change_ > length;
}

}  // namespace tengen::server
