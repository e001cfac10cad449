// SPDX-License-Identifier: Apache-2.0
// What the writers of a bundle's files share. One file of text each.
#pragma once

#include "codegen/bundle.h"
#include "codegen/bundle/text.h"
#include "codegen/cpp/device.h"

namespace shardc::bundle {

/// A plan on its way to text: with what several files need of it, worked out once.
struct Parts {
  const Plan &plan;
  const BundleOptions &options;
  std::vector<DeviceLayout> layouts; // one per function

  Parts(const Plan &plan, const BundleOptions &options);

  /// Functions have namespaces of their own where there are several.
  bool several() const { return plan.functions.size() > 1; }
  /// "for_z::", or nothing where there is one function.
  std::string scope(const Function &function) const;
  const DeviceLayout &layout(const Function &function) const {
    return layouts[&function - plan.functions.data()];
  }
};

// The files.
std::string headerFile(const Parts &parts);
std::string planHeaderFile(const Parts &parts);
std::string stepFile(const Parts &parts);
std::string devicesFile(const Parts &parts);
std::string apiFile(const Parts &parts);
std::string mainFile(const Parts &parts);
std::string cmakeFile(const Parts &parts);
std::string readmeFile(const Parts &parts);
/// The constants that are written out, and data/NAME.npy for each of the others.
std::string constantsFile(const Parts &parts);
std::vector<BundleFile> dataFiles(const Parts &parts);

// Facts about plans.

/// Whether a constant is small enough to be written out.
bool isWrittenOut(const PlanConstant &constant);
bool hasConstantsFile(const Plan &plan);
/// Identifiers of the outputs that a function makes, or of the inputs that it reads, in order.
std::vector<std::string> outputsOf(const Plan &plan, const Function &function);
std::vector<std::string> inputsOf(const Plan &plan, const Function &function);
/// The identifier of what a buffer is a part of: an input, a constant, an output; else its own.
std::string valueOf(const Plan &plan, const Buffer &buffer);
/// "0 to 3", "4".
std::string shardNumbers(const Function &function);
/// "8 independent shards: 0 to 3 make z, 4 to 7 make s", "one device".
std::string arrangement(const Plan &plan);
/// Per dimension "2 slices" or "-": "[2 slices, -]".
std::string slicing(const PlanTensor &tensor);
/// Whether every number of a function fits an `int`.
bool isNarrow(ArrayRef<int64_t> numbers);

/// One of what a function's shards have for an index: the coordinates' numbers as an expression of
/// `number`, which counts the shards of the plan: "number / 2 % 3". Without parentheses around it.
std::string placeExpression(const Function &function, ArrayRef<int> over);
/// The coordinates that a range depends on.
SmallVector<int, 2> dependsOn(const Span &span);
/// The coordinate whose slices a range is, if there is one.
const Coordinate *sliceOf(const Span &span, const Function &function);

} // namespace shardc::bundle
