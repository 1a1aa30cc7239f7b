#include "server/engine_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "server/api_client.hpp"

namespace tengen::test {
namespace {

using Lane = server::EnginePool::Lane;

// Works until it is told to stop.
server::EnginePool::Work until_stopped(std::atomic<int>& running, std::atomic<int>& most) {
  return [&](const StopToken& stop) {
    const int now = ++running;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
    }
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --running;
    return true;
  };
}

TEST(EnginePool, NeverRunsMoreThanItHasThreads) {
  std::atomic<int> running = 0, most = 0;
  server::EnginePool pool({1, 2});
  std::vector<server::EnginePool::Handle> jobs;
  for (int i = 0; i < 20; ++i) jobs.push_back(pool.submit(Lane::background, until_stopped(running, most)));
  ASSERT_TRUE(eventually([&] { return running == 2; }));
  EXPECT_EQ(pool.load().waiting, 18u);
  EXPECT_EQ(pool.ahead_of(jobs[2]), 1u);
  // The people's lane is free all the same.
  std::atomic<bool> served = false;
  pool.submit(Lane::people, [&](const StopToken&) { return served = true; });
  EXPECT_TRUE(eventually([&] { return served.load(); }));
  for (const auto& job : jobs) pool.cancel(job);
  EXPECT_TRUE(eventually([&] { return pool.load().running == 0; }));
  EXPECT_EQ(most, 2);
}

TEST(EnginePool, RefusesWhatWouldWaitForever) {
  std::atomic<int> running = 0, most = 0;
  server::EnginePool pool({1, 1, 2});
  std::vector<server::EnginePool::Handle> jobs = {pool.submit(Lane::background, until_stopped(running, most))};
  ASSERT_TRUE(eventually([&] { return running == 1; }));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(pool.submit(Lane::background, until_stopped(running, most)));
  EXPECT_FALSE(pool.submit(Lane::background, until_stopped(running, most)));
}

TEST(EnginePool, LongJobsMakeRoomAndComeBack) {
  server::EnginePool pool({1, 1, 100, std::chrono::milliseconds(1)});
  std::atomic<int> turns = 0;
  std::atomic<bool> other = false;
  const auto job = pool.submit(Lane::background, [&](const StopToken& stop) {
    ++turns;
    if (other) return true;
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return false;
  });
  ASSERT_TRUE(eventually([&] { return turns == 1; }));
  pool.submit(Lane::background, [&](const StopToken&) { return other = true; });
  EXPECT_TRUE(eventually([&] { return turns == 2; }));
  EXPECT_TRUE(other);
}

TEST(EnginePool, CancelledWorkGetsNoOtherTurn) {
  server::EnginePool pool({1, 1});
  std::atomic<int> turns = 0;
  const auto job = pool.submit(Lane::people, [&](const StopToken& stop) {
    ++turns;
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return false;
  });
  ASSERT_TRUE(eventually([&] { return turns == 1; }));
  pool.cancel(job);
  EXPECT_TRUE(eventually([&] { return pool.load().running == 0; }));
  EXPECT_EQ(pool.load().waiting, 0u);
  EXPECT_EQ(turns, 1);
}

TEST(EnginePool, WorkThatThrowsDoesNotEndIt) {
  server::EnginePool pool({1, 1});
  pool.submit(Lane::people, [](const StopToken&) -> bool { throw std::runtime_error("broken"); });
  std::atomic<bool> served = false;
  pool.submit(Lane::people, [&](const StopToken&) { return served = true; });
  EXPECT_TRUE(eventually([&] { return served.load(); }));
}

}  // namespace
}  // namespace tengen::test
