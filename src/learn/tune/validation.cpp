#include "learn/tune/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace tengen::learn::tune {

std::optional<stats::Estimate> change_of(const AgainstOne& match) {
  const stats::Estimate change =
      stats::difference_of(stats::score_estimate(match.tuned), stats::score_estimate(match.original));
  return change.value ? std::optional(change) : std::nullopt;
}

Change sign_of(const std::optional<stats::Estimate>& change) {
  if (!change) return Change::not_seen;
  if (change->low && *change->low > 0) return Change::better;
  if (change->high && *change->high < 0) return Change::worse;
  return Change::not_seen;
}

Change direct_change(const Validation& validation) {
  const auto interval = stats::score_interval(validation.direct);
  if (!interval) return Change::not_seen;
  return interval->low > 0.5 ? Change::better : interval->high < 0.5 ? Change::worse : Change::not_seen;
}

namespace {

// How many of the opponents, trained or not, it did better or worse against.
struct Tally {
  int better = 0, worse = 0, all = 0;
};

Tally tally(const Validation& validation, bool trained) {
  Tally t;
  for (const AgainstOne& match : validation.others) {
    if (match.trained != trained) continue;
    const Change change = sign_of(change_of(match));
    ++t.all;
    t.better += change == Change::better;
    t.worse += change == Change::worse;
  }
  return t;
}

}  // namespace

std::string verdict(const Validation& validation) {
  const Change direct = direct_change(validation);
  const Tally seen = tally(validation, true), unseen = tally(validation, false);
  // A player that was trained against itself alone has the original for its training.
  const bool by_itself = seen.all == 0;
  const bool gained = by_itself ? direct == Change::better : seen.better > 0 && seen.worse == 0;
  const bool elsewhere = unseen.better > 0 && unseen.worse == 0;
  const bool than_original = direct == Change::better && !by_itself && !validation.trained_on_original;
  const std::string_view home = by_itself ? "than the original" : "against the opponents it was trained on";
  if (gained && unseen.worse > 0)
    return fmt::format(
        "Specific strengthening: better {}, and worse against others. The numbers have adapted to the "
        "training.",
        home);
  if (gained && elsewhere)
    return fmt::format("Stronger: better {}, and against others that it had not met{}.", home,
                       than_original ? ", and than the original" : "");
  if (gained && than_original)
    return fmt::format("Stronger: better {}, and than the original{}.", home,
                       unseen.all > 0 ? ", though no gain was seen against others" : "");
  if (gained && unseen.all > 0)
    return fmt::format(
        "Specific strengthening: better {}, while no gain was seen against others. The numbers may have "
        "adapted to the training.",
        home);
  if (gained) return fmt::format("Better {}; whether that holds against others was not asked.", home);
  const bool worse = direct == Change::worse || seen.worse > 0 || unseen.worse > 0;
  if (direct == Change::better || seen.better > 0 || unseen.better > 0)
    return worse ? "Mixed: better against some, worse against others."
                 : fmt::format("Better {}, though no gain was seen {}.",
                               direct == Change::better ? "than the original" : "against others", home);
  if (worse) return "Weaker: these numbers lose games that the original would have won.";
  return "No improvement was shown: every difference is within what chance would do.";
}

}  // namespace tengen::learn::tune
