#pragma once
// RapidCheck inside GoogleTest, with a number of cases and a seed of our choosing.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>
#include <string>
#include <utility>

#include "support/effort.hpp"

namespace tengen {

// Checks the property on `cases` generated cases (see effort) and fails the running test with the smallest
// counterexample. The seed is fixed, so that a red test stays red; RC_PARAMS="seed=…" and long runs choose others.
template <class Testable>
void check_property(int cases, Testable&& testable) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(info->test_suite_name()) + "/" + info->name();
  metadata.description = info->name();
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = effort(cases);
  if (std::getenv("RC_PARAMS") == nullptr && !long_run()) params.seed = 20260101;
  const auto result = rc::detail::checkTestable(std::forward<Testable>(testable), metadata, params);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  ADD_FAILURE() << message.str();
}

}  // namespace tengen
