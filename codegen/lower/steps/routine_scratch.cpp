// SPDX-License-Identifier: Apache-2.0
// Routines say themselves what they take: their `Space` is counted, of a member of the batch.
#include "codegen/lower/steps/routine_scratch.h"

#include "runtime/routines/argsort.h"
#include "runtime/routines/cholesky.h"
#include "runtime/routines/eigh.h"
#include "runtime/routines/fourier.h"
#include "runtime/routines/hessenberg.h"
#include "runtime/routines/householder.h"
#include "runtime/routines/lu.h"
#include "runtime/routines/pivots_to_permutation.h"
#include "runtime/routines/qr.h"
#include "runtime/routines/svd.h"
#include "runtime/routines/triangular_solve.h"
#include "runtime/routines/tridiagonal.h"

#include <algorithm>

namespace shardc {

namespace runtime {
inline namespace SHARDC_RUNTIME {

template <typename Routine>
static RoutineScratch ofMembers(const Batch &batch) {
  const int64_t bytes = bytes_of_member<Routine>(batch);
  return {bytes, batch.members, bytes * batch.members};
}

template <template <typename> class Routine>
static RoutineScratch ofMatrices(const shardc_call &call) {
  RoutineScratch scratch;
  for_type(call, [&]<typename T>(T) {
    scratch = ofMembers<Routine<T>>(batch_of(call));
    return nullptr;
  });
  return scratch;
}

static RoutineScratch ofSorts(const shardc_call &call) {
  RoutineScratch scratch;
  for_keys(call, [&]<typename Key>(Key) {
    const Batch batch = batch_of_vectors(call, call.attributes[0].integer);
    scratch = {bytes_of_member<ByDigits<Key>>(batch), batch.members,
               bytes_of_member<Merging<Key>>(batch) * batch.members};
    return nullptr;
  });
  return scratch;
}

static RoutineScratch ofTransforms(const shardc_call &call) {
  RoutineScratch scratch;
  for_parts(call, [&]<typename Real>(Real) {
    const Batch batch = batch_of_vectors(call, call.attributes[0].integer);
    constexpr int kTogether = kMembersTogether<Real>;
    scratch = {bytes_of_member<PointsOf<PointLanes<Real>>>(batch),
               (batch.members + kTogether - 1) / kTogether,
               bytes_of_member<PointsOf<Real>>(batch) * batch.members};
    return nullptr;
  });
  return scratch;
}

static RoutineScratch ofExchanges(const shardc_call &call) {
  return ofMembers<PivotsToPermutation>(batch_of_vectors(call, 0));
}

} // namespace SHARDC_RUNTIME
} // namespace runtime

RoutineScratch routineScratch(llvm::StringRef name, const shardc_call &call) {
  using namespace runtime;
  static constexpr struct {
    const char *name;
    RoutineScratch (*scratch)(const shardc_call &call);
  } kRoutines[] = {
      {"argsort", ofSorts},
      {"cholesky", ofMatrices<Cholesky>},
      {"eigh", ofMatrices<Eigh>},
      {"fourier", ofTransforms},
      {"hessenberg", ofMatrices<Hessenberg>},
      {"householder", ofMatrices<Householder>},
      {"lu", ofMatrices<Lu>},
      {"pivots_to_permutation", ofExchanges},
      {"qr", ofMatrices<Qr>},
      {"svd", ofMatrices<Svd>},
      {"triangular_solve", ofMatrices<TriangularSolve>},
      {"tridiagonal", ofMatrices<Tridiagonal>},
  };
  for (const auto &each : kRoutines)
    if (name == each.name) {
      RoutineScratch scratch = each.scratch(call);
      scratch.shares = std::min(scratch.shares, kMostShares);
      return scratch;
    }
  return {}; // a library's, which has memory of its own
}

} // namespace shardc
