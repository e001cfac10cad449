// SPDX-License-Identifier: Apache-2.0
// Each kind of call becomes a program of its own, whose inputs are the call's operands as the whole
// program has made them. It goes through the same stages as any program, with a config that splits
// factors of its rule, and is run; the reference is computed once, on one device.
#include "cli/running/alone/verify_alone.h"

#include "cli/running/alone/op_shardings.h"
#include "cli/running/values.h"
#include "cli/telling/memory.h"
#include "codegen/text/text.h"
#include "frontend/ir/calls/own/call_rules.h"
#include "frontend/ir/names.h"
#include "runtime/io/values.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>

using namespace mlir;

namespace shardc {

using Clock = std::chrono::steady_clock;
static constexpr std::chrono::seconds kMostTime{30};

/// The entry of a call whose code is compared by itself; null where it has no reference, or works
/// with the shardings of a case alone.
static const CustomOpEntry *entryToVerify(Compilation &c, const OwnCall &call) {
  const CustomOpEntry *entry = entryOf(c.customOps, call);
  const bool isCompared = entry && entry->routine && entry->reference && !placesOf(*entry);
  return isCompared ? entry : nullptr;
}

/// Calls that are to be verified, one of each kind.
static std::vector<OwnCall> callsToVerify(Compilation &c) {
  std::vector<OwnCall> calls;
  for (OwnCall &call : ownCallsOf(*c.program)) {
    const bool isKnown = llvm::any_of(calls, [&](const OwnCall &other) {
      return other.number == call.number && other.type == call.type;
    });
    if (!isKnown && entryToVerify(c, call)) calls.push_back(std::move(call));
  }
  return calls;
}

std::set<int> routinesToVerify(Compilation &c) {
  std::set<int> routines;
  for (const OwnCall &call : callsToVerify(c))
    routines.insert(static_cast<int>(call.number));
  return routines;
}

static std::vector<TensorSpec> operandTypes(const OwnCall &call) {
  std::vector<TensorSpec> types;
  for (const Type type : call.type.getInputs())
    types.push_back(*typeOf(type));
  return types;
}

namespace {

/// One kind of call.
class OpAlone {
public:
  OpAlone(Compilation &whole, const OwnCall &call, const std::vector<HostTensor> &operands,
          std::shared_ptr<const OwnRoutines> routines, Found &found)
      : whole(whole), call(call), operands(operands), routines(std::move(routines)), found(found),
        options(optionsFor(whole)), alone(options) {
    alone.program = programWith(call);
    alone.customOps = whole.customOps;
    alone.machine = whole.machine;
    own = &*entryOf(*alone.program).getBody().front().begin();
    rule = &alone.rules[alone.rules.numberOf(own)].rule;
  }

  void verify(Clock::time_point end) {
    const bool even = whole.plan->routines[call.number].forbidsUneven;
    const std::vector<OpSharding> shardings = shardingsToTry(*rule, even);
    size_t tried = 0;
    for (; tried < shardings.size() && Clock::now() < end; ++tried)
      if (!verify(shardings[tried])) return;
    const std::string count = text::count(shardings.size(), "sharding");
    found.alone.push_back("'" + call.target + "' under " +
                          (tried == shardings.size()
                               ? count
                               : std::to_string(tried) + " of " + count + ", for time") +
                          " of its rule");
  }

private:
  static CommandOptions optionsFor(const Compilation &whole) {
    CommandOptions options = optionsOfTrial(whole);
    options.timeout.reset(); // the whole's ends this, too
    options.expect.clear();
    options.got.clear();
    return options;
  }

  /// Whether it is right, which `found` is told otherwise.
  bool verify(const OpSharding &sharding) {
    const std::string what = "the code of '" + call.target + "' alone, " + place(sharding) + ": ";
    try {
      const std::string wrong = wrongWith(sharding);
      if (!wrong.empty()) found.wrong.push_back(what + wrong);
      return wrong.empty();
    } catch (const runtime::Error &error) {
      throw runtime::Error(static_cast<runtime::Exit>(error.code), what + error.what());
    }
  }

  /// Makes a config of it, and says so for people: "split i over rows=2".
  std::string place(const OpSharding &sharding) {
    alone.config = oneDeviceConfig(*alone.program);
    alone.config.mode = Mode::collective;
    MeshConfig &mesh = alone.config.mesh;
    mesh = {};
    mesh.mesh = meshFor(sharding, whole.config.mesh.mesh.axes);
    const auto add = [&](auto &list, const auto &tensors) {
      for (const auto &dims : tensors)
        list.push_back(UserSharding{tensorSharding(*rule, dims, sharding, mesh.mesh), call.loc});
    };
    add(mesh.inputs, rule->operands);
    add(mesh.outputs, rule->results);
    return "split " + sharding.str(*rule, mesh.mesh);
  }

  /// What is wrong; "": nothing.
  std::string wrongWith(const OpSharding &sharding) {
    if (const std::string wrong = compile(); !wrong.empty()) return wrong;
    if (bytesToRun(*alone.plan) > mostMemory()) return "there is too little memory to run it";
    if (!reference) reference = referenceFor(alone, operands, found);
    std::vector<HostTensor> outputs;
    const Compute compute = computeOf(*alone.plan, alone, {.routines = routines});
    if (const auto fault = runPlan(*alone.plan, operands, outputs, {.compute = compute}))
      return fault->what;
    std::string wrong;
    for (auto [number, output] : llvm::enumerate(outputs)) {
      const auto difference =
          runtime::differenceOf(runtimeArray(std::move(output)), reference->outputs[number],
                                reference->tolerances[number]);
      if (difference && wrong.empty())
        wrong = "result " + std::to_string(number) + ", on device " +
                std::to_string(deviceWith(number, difference->first)) + ": " + difference->text;
    }
    return wrong;
  }

  /// What the stages report; "": there is a plan, which has been checked.
  std::string compile() {
    std::string wrong;
    const ScopedDiagnosticHandler quiet(own->getContext(), [&](Diagnostic &diagnostic) {
      const bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
      if (isError && wrong.empty()) wrong = diagnostic.str();
      return success();
    });
    for (const Stage &stage : stages())
      if (stage.modes != Modes::slices && !stage.changes && failed(stage.run(alone)))
        return wrong.empty() ? std::string("stage '") + stage.name + "' fails" : wrong;
    return "";
  }

  /// The first device that has an element of a result.
  int64_t deviceWith(size_t result, int64_t element) const {
    const MeshConfig &config = alone.config.mesh;
    const TensorSpec type = *typeOf(own->getResultTypes()[result]);
    SmallVector<int64_t, 4> index(type.shape.size());
    for (size_t dim = type.shape.size(); dim-- > 0; element /= type.shape[dim])
      index[dim] = element % type.shape[dim];
    for (int64_t device = 0; device < config.mesh.devices(); ++device) {
      const Box box = boxOn(config.outputs[result]->sharding, type.shape, config.mesh,
                            coordinatesAt(config.mesh, device));
      const auto has = [](auto pair) {
        const auto &[dim, at] = pair;
        return dim.lo <= at && at < dim.hi;
      };
      if (llvm::all_of(llvm::zip_equal(box, index), has)) return device;
    }
    llvm_unreachable("every element is somewhere");
  }

  Compilation &whole;
  const OwnCall &call;
  const std::vector<HostTensor> &operands;
  const std::shared_ptr<const OwnRoutines> routines;
  Found &found;
  const CommandOptions options;
  Compilation alone;
  Operation *own;   // the call in it
  const Rule *rule; // of it
  std::optional<Reference> reference;
};

} // namespace

void verifyAlone(Compilation &c, const RecordedCalls &calls,
                 const std::shared_ptr<const OwnRoutines> &routines, Found &found) {
  const Clock::time_point end = Clock::now() + kMostTime;
  for (const OwnCall &call : callsToVerify(c)) {
    c.progress.begin("run '" + call.target + "' alone");
    const auto *operands = calls.operands(static_cast<int>(call.number), operandTypes(call));
    if (!operands)
      found.alone.push_back("'" + call.target + "' under no sharding, as nothing has called it");
    else
      OpAlone(c, call, *operands, routines, found).verify(end);
  }
}

} // namespace shardc
