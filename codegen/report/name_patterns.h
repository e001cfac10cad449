// SPDX-License-Identifier: Apache-2.0
// Names of models: those that differ in numbers alone are told as one, as layers have the same
// parameters each, and paths are made short.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace shardc::reports {

/// The name with every number as "#": what names of one pattern have in common.
std::string skeletonOf(llvm::StringRef name);
/// Names of one skeleton as one: "layers_{0..11}/kernel", "w{1,3}", "h" for a single name.
std::string patternOf(llvm::ArrayRef<std::string> names);
/// A name of JAX as a path: "p/layers_3/kernel" for "p['layers_3']['kernel']". Others stay.
std::string pathOf(llvm::StringRef name);
/// The last three parts of a path: enough to tell values apart, and to ask `explain` for them.
std::string endOfPath(llvm::StringRef path);
/// Text of no more than `longest` characters: what is more is left out of the middle.
std::string shortened(llvm::StringRef text, size_t longest);

} // namespace shardc::reports
