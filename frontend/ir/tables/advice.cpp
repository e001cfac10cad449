// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/advice.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace shardc {

namespace {

/// `missing` may end with a '*', which stands for any end.
struct Advice {
  const char *missing, *instead;
};

} // namespace

static constexpr const char *kFloats =
    "keep parameters and inputs in bfloat16; layers of flax have "
    "'dtype' and 'param_dtype' for it";
static constexpr const char *kFactors =
    "factorise outside of the compiled function and give it the factors; inside, Cholesky, LU, QR, "
    "SVD and the eigenvectors of Hermitian matrices are compiled";
static constexpr const char *kLapack =
    "factorise outside of the compiled function and give it the factors, or have LAPACK do it on "
    "CPUs: --libraries lapack, with --target cpu; for GPUs --libraries cusolver has eigenvalues "
    "and products with reflections; Cholesky, LU, QR, SVD and the eigenvectors of "
    "Hermitian matrices need neither";
static constexpr const char *kForCpus =
    "lower the function for CPUs, with 'lowering_platforms=(\"cpu\",)': Cholesky, LU, QR, SVD and "
    "the eigenvectors of Hermitian matrices are then calls that are read, for GPUs too";
static constexpr const char *kCallback =
    "return the value as an output, and print it or call back outside of the compiled function; "
    "equinox checks without calls where EQX_ON_ERROR=nan is set";
static constexpr const char *kOutside = "keep this part out of the compiled function, and give the "
                                        "program what it computes as an input";

static constexpr Advice kAdvice[] = {
    {"@lapack_*", kLapack},
    {"@cuhybrid_*", kFactors},
    {"@LuDecomposition", kForCpus},
    {"@Qr", kForCpus},
    {"@ProductOfElementaryHouseholderReflectors", kForCpus},
    {"@Eigh", kForCpus},
    {"@xla_ffi_python_*", kCallback},
    {"@xla_ffi_partitioned_python_*", kCallback},
    {"f4*", kFloats},
};

static bool speaksOf(StringRef pattern, StringRef missing) {
  return pattern.consume_back("*") ? missing.starts_with(pattern) : missing == pattern;
}

StringRef adviceFor(StringRef missing) {
  for (const Advice &row : kAdvice)
    if (speaksOf(row.missing, missing)) return row.instead;
  const bool isType = !missing.contains('.') && !missing.starts_with("@");
  return isType ? "" : kOutside;
}

bool hasAdvice(StringRef missing) {
  return llvm::any_of(kAdvice, [&](const Advice &row) { return speaksOf(row.missing, missing); });
}

void advise(Report &error, mlir::Location loc, StringRef missing) {
  if (const StringRef instead = adviceFor(missing); !instead.empty())
    error.note(loc) << "in JAX, " << instead;
}

} // namespace shardc
