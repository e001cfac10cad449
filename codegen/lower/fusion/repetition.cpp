// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/repetition.h"

#include <algorithm>

namespace shardc {

Repetition::Repetition(const Formula &own, const Machine &machine, Figures &figures)
    : own(own), machine(machine), figures(figures), once(figures.terms(own)),
      savesLaunch(once == 0), repeated(-figures.work(own)),
      bytes(static_cast<double>(own.results.front().type.bytes()) + figures.bytes(own)) {}

bool Repetition::isOfFew(const Formula &user) const {
  const int64_t elements = own.results.front().type.elements();
  return static_cast<double>(kFewest * elements) <=
         std::max(figures.of(user).points, figures.terms(user));
}

void Repetition::add(const Formula &user, const Formula &fused, int sink, std::optional<int> cell) {
  const double again = figures.work(fused) - figures.work(user);
  ++users;
  isFew = isFew && isOfFew(user);
  savesLaunch = savesLaunch && largeProducts(user, figures.of(user).census) == 0;
  Most &most = mostByCell[cell];
  repeated += cell ? std::max(0.0, again - most.seconds) : again;
  most.seconds = std::max(most.seconds, again);
  const double less = figures.bytes(user) - figures.bytes(fused);
  const auto [known, isFirst] = lessBySink.try_emplace(sink, less);
  if (!isFirst) known->second = std::max(known->second, less);
  if (once == 0) return;
  const double more = figures.terms(fused) - figures.terms(user);
  allTerms += cell ? std::max(0.0, more - most.terms) : more;
  most.terms = std::max(most.terms, more);
  mostTerms = std::max(mostTerms, more);
}

bool Repetition::isWorthIt(double added) const {
  double saved = bytes;
  for (const auto &[sink, less] : lessBySink)
    saved += less;
  const double launches = (savesLaunch && (users == 1 || isFew) ? 1 : 0) - added;
  return repeated <= saved / machine.memoryBandwidth + launches * machine.launch &&
         !repeatsReductions();
}

/// A reduction that every element has for itself is never done again: what it reads is more than
/// what is saved. One that a row shares may be, in another kernel, but once for the row there,
/// too.
bool Repetition::repeatsReductions() const {
  if (once == 0) return false;
  return (hasOwnReductions(own, figures.of(own).census) ? allTerms : mostTerms) > once;
}

} // namespace shardc
