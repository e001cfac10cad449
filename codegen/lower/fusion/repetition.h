// SPDX-License-Identifier: Apache-2.0
// Whether a value is better computed where it is used.
#pragma once

#include "codegen/lower/fusion/figures.h"

#include <map>

namespace shardc {

/// Elements for each of which there is one of a few.
constexpr int64_t kFewest = 16;

/// What substituting a value into its users would do again, against what memory would take.
class Repetition {
public:
  /// `own`: the value's formula, with all that goes into it. It, and the others, outlive this.
  Repetition(const Formula &own, const Machine &machine, Figures &figures);

  /// A user, which goes into `sink`, and what becomes of it. Users with one `cell` ask for the same
  /// element in the same kernel, which computes it once.
  void add(const Formula &user, const Formula &fused, int sink, std::optional<int> cell);

  /// Whether it takes less time, with so many kernels more for what else is kept in memory then. A
  /// launch that is saved counts for one user, or for many elements of each user and one of a few,
  /// which is not reduced again nor done for all terms of a product: else small programs would be
  /// one kernel, in which every thread does everything.
  bool isWorthIt(double added) const;

private:
  struct Most {
    double seconds = 0, terms = 0;
  };
  bool repeatsReductions() const;
  bool isOfFew(const Formula &user) const;

  const Formula &own;
  const Machine &machine;
  Figures &figures;
  const double once; // terms of its reductions
  int users = 0;
  bool savesLaunch, isFew = true;
  double repeated;                  // [s]
  double bytes;                     // that are not written, nor read to make it
  std::map<int, double> lessBySink; // bytes that a kernel reads less, at least
  std::map<std::optional<int>, Most> mostByCell;
  double allTerms = 0, mostTerms = 0;
};

} // namespace shardc
