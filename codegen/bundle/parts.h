// SPDX-License-Identifier: Apache-2.0
// What the writers of a bundle's files share. One file of text each.
#pragma once

#include "codegen/bundle.h"
#include "codegen/cpp/kernels.h"
#include "codegen/report/facts.h"
#include "codegen/runtime_files.h"
#include "codegen/text/text.h"

namespace shardc::bundle {

using namespace facts;

/// The name of the function that gives a box of a buffer: "box_x", "window_x", or one of its own.
struct BoxName {
  std::string name;
  SmallVector<Span, 4> spans;
};

/// What `extern const Reduction all_reduce_over_model;` declares, for all collectives that move
/// data alike.
struct Movement {
  std::string name;
  const Collective *collective; // the first one
  BoxName held, heldWindow, needed, neededWindow;
  std::vector<std::string> steps = {}; // their labels
  std::vector<std::string> feeds = {}; // inputs that are brought between calls
};
struct Movements {
  std::vector<Movement> all;
  std::vector<int> of; // per collective of the function
};
Movements movementsOf(const Function &function);

/// Tables of shards are written out up to here; beyond, formulas say it.
constexpr int64_t kListedShards = 16;

/// Compiled where there are images; only bundles for GPUs have any.
GpuKernels gpuKernels(const BundleOptions &options);

/// A plan on its way to text: with what several files need of it, worked out once.
struct Parts {
  const Plan &plan;
  const BundleOptions &options;
  std::vector<DeviceLayout> layouts;   // one per function
  std::vector<Movements> movementList; // one per function

  KernelTexts kernels;
  std::vector<RuntimeFile> runtime; // once the bundle's own sources, which tell, are written

  Parts(const Plan &plan, const BundleOptions &options, KernelTexts kernels);

  /// Functions have namespaces of their own where there are several.
  bool several() const { return plan.functions.size() > 1; }
  /// "for_z::", or nothing where there is one function.
  std::string scope(const Function &function) const;
  const DeviceLayout &layout(const Function &function) const {
    return layouts[&function - plan.functions.data()];
  }
  const std::vector<KernelText> &kernelsOf(const Function &function) const {
    return kernels[&function - plan.functions.data()];
  }
  const Movements &movements(const Function &function) const {
    return movementList[&function - plan.functions.data()];
  }
  /// Whether a kernel is given a shard's ranges.
  bool takeDevice(const Function &function) const;
  GpuKernels gpu() const { return gpuKernels(options); }
  /// What generated code calls the list of what runs: "devices", or "shards".
  std::string list() const { return unit(plan) + "s"; }
};

// The files.
std::string headerFile(const Parts &parts);
std::string planHeaderFile(const Parts &parts);
std::string stepFile(const Parts &parts);
std::string devicesFile(const Parts &parts);
std::string apiFile(const Parts &parts);
std::string mainFile(const Parts &parts);
std::string cmakeFile(const Parts &parts);
std::string launchFile();
/// The images as bytes of the library.
std::string cubinsFile(const Parts &parts);
/// Whether shards differ in any index; only then is there a header for it.
bool hasDeviceHeader(const Parts &parts);
std::string deviceHeaderFile(const Parts &parts);
/// It counts the program's own `sources` and those of the runtime.
std::string readmeFile(const Parts &parts, ArrayRef<BundleFile> sources);
/// The constants that are written out.
std::string constantsFile(const Parts &parts);
/// One of the others, as a file of NumPy.
std::string npyFile(const PlanConstant &constant);

// Facts about plans.

/// Whether a constant is small enough to be written out.
bool isWrittenOut(const PlanConstant &constant);
bool hasConstantsFile(const Plan &plan);
/// Whether there are others, which lie in data/.
bool hasDataFiles(const Plan &plan);
/// Whether every number of a function fits an `int`.
bool isNarrow(ArrayRef<int64_t> numbers);

/// One of what a function's shards have for an index: the coordinates' numbers as an expression of
/// `number`, which counts the shards of the plan: "number / 2 % 3". Without parentheses around it.
std::string placeExpression(const Function &function, ArrayRef<int> over);
/// The type of a field of Device: "Range<int>", wider where it must be.
std::string fieldType(const DeviceField &field);
/// Where a field comes from, for people: "dimension 0 of x".
std::string describeField(const Parts &parts, const Function &function, const DeviceField &field);

} // namespace shardc::bundle
