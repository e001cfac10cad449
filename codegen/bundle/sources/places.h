// SPDX-License-Identifier: Apache-2.0
// Formulas over the places of devices on a mesh, as text.
#pragma once

#include "codegen/bundle/parts.h"
#include "codegen/report/cut_formula.h"

namespace shardc::bundle {

/// The text of the ranges in one generated function, with the places that they need.
class Places {
public:
  /// `taken`: names that mean something there.
  Places(const Function &function, ArrayRef<std::string> taken);

  /// "cut<int>(1003, 4, x)", "widen(cut<int>(1003, 4, x), 1, 1, 1003)"; with `base`, that in place
  /// of the cut.
  std::string text(const CutFormula &formula, StringRef index, StringRef base = "");
  /// "const int data = number / 4, model = number % 4;", of those used so far; or nothing.
  std::string declarations(const std::string &indent) const;

private:
  const Function &function;
  std::vector<std::string> names;
  std::vector<bool> used;
};

} // namespace shardc::bundle
