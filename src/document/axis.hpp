#pragma once
// Where the marks of a chart's axis stand, and where a value lies between its ends.

#include <vector>

namespace tengen::document {

class Axis {
 public:
  // Holds every value between low and high; both are stretched to marks, or to keep a little room.
  Axis(double low, double high, bool logarithmic);

  // From 0 (low end) to 1. Precondition: positive on a logarithmic axis.
  double place(double value) const;
  const std::vector<double>& marks() const { return marks_; }

 private:
  void linear_marks();
  void logarithmic_marks();

  double low_;
  double high_;
  bool logarithmic_;
  std::vector<double> marks_;
};

}  // namespace tengen::document
