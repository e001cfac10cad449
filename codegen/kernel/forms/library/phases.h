// SPDX-License-Identifier: Apache-2.0
// Dimensions of a transposed convolution that passes over gaps. Index and window are cut into
// phases: result i = turn * gap + phase meets elements k = next * gap + begin(phase) of the window
// alone, at
//   turn + next + first(phase), which is (i + k + constant) / gap
// for each phase, of which there are few: whether it is, is seen one by one.
#pragma once

#include "codegen/kernel/forms/library/bare_product.h"

namespace shardc {

struct Phases {
  int dim = -1, resultDim = -1, rightDim = -1; // of the left factor, and of the others
  int turn = -1, phase = -1, next = -1;        // loops; next -1: each phase meets one element
  int64_t gap = 1, constant = 0;
  int64_t window = 1;       // extent
  bool isBackwards = false; // the right factor has the window so
};

/// Those of all dimensions of the left factor that are cut so.
SmallVector<Phases, 3> phasesOf(const Formula &formula, const BareProduct &product);

/// Adds the product's conditions that say whether there is an element, and whether the window has
/// it, and nothing else.
void addConditionsOf(const Formula &formula, const BareProduct &product, const Phases &phases,
                     SmallVectorImpl<Expr> &conditions);

} // namespace shardc
