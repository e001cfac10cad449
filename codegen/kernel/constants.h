// SPDX-License-Identifier: Apache-2.0
// Numbers that several lines of a kernel must agree on, as a softmax's scale, which stands in the
// maximum's line and in the exponent's: they get a name, so that who changes them changes one line.
#pragma once

#include "codegen/kernel/statement.h"

namespace shardc {

struct KernelView;

/// Names the numbers of parts that several statements compute again. Equal numbers of different
/// parts stay apart: they may be different constants of the program.
void nameConstants(KernelTree &tree, const KernelView &view);

/// What argument `argument` of `part` is called; "": it has no name.
StringRef constantAt(ArrayRef<NamedConstant> constants, Expr part, size_t argument);

} // namespace shardc
