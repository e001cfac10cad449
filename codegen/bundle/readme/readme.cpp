// SPDX-License-Identifier: Apache-2.0
// README.md of a bundle: what it computes, which shard holds what, where to change it.
#include "codegen/bundle/parts.h"
#include "codegen/bundle/readme/files.h"
#include "codegen/bundle/readme/holders.h"
#include "codegen/bundle/readme/markdown.h"
#include "codegen/bundle/sources/movements.h"
#include "codegen/report/libraries.h"

#include "codegen/text/literal.h"

#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::bundle {

static std::vector<std::string> idsOf(const std::vector<PlanTensor> &tensors) {
  std::vector<std::string> ids;
  for (const PlanTensor &tensor : tensors)
    ids.push_back(tensor.id);
  return ids;
}

/// How much they do between calls.
static std::string fedText(const Plan &plan) {
  if (!hasFeeds(plan)) return "";
  return " Where outputs become inputs of the next call (`--steps`), a device receives " +
         bytesText(bytesFed(plan).payload) + " of those that lie otherwise.";
}

/// How much devices tell each other in a call.
static std::string exchangedText(const Plan &plan) {
  const size_t collectives = collectiveSteps(plan);
  if (collectives == 0) return "The devices need nothing of each other in a call.";
  const Moved moved = bytesMoved(plan);
  const std::string of = collectives == 1 ? "this collective needs " : "these collectives need ";
  const std::string least = moved.payload > moved.bound ? bytesText(moved.bound) : "no fewer";
  return text::count(collectives, "step") +
         (collectives == 1 ? " is a collective" : " are collectives") + "; a device receives " +
         bytesText(moved.payload) + " in a call (mean over devices); " + of + least + ".";
}

/// "`out0` is `v110`", for those that are not called so themselves.
static std::string namedInSteps(const Plan &plan) {
  std::vector<std::string> named;
  for (const Function &function : plan.functions)
    for (const Buffer &buffer : function.buffers) {
      if (buffer.role != Role::output) continue;
      const std::string &id = plan.outputs[buffer.index].id;
      const std::string text = code(id) + " is " + code(buffer.name);
      if (buffer.name != id && !llvm::is_contained(named, text)) named.push_back(text);
    }
  return named.empty() ? "" : " In steps and kernels " + text::listed(named) + ".";
}

static std::string readmeIntroduction(const Plan &plan) {
  std::string words = "Makes " + codes(idsOf(plan.outputs));
  if (!plan.inputs.empty()) words += " from " + codes(idsOf(plan.inputs));
  words += " on " + arrangement(plan) + ".";
  if (plan.mode == PlanMode::collective)
    words += " " + exchangedText(plan) + fedText(plan);
  else if (plan.devices() > 1)
    words += " Shards do not communicate; each gets all that its part of the output needs.";
  words += namedInSteps(plan);
  return "# " + plan.id + "\n\n" + text::wrapped("", words) + "\n";
}

static std::string buildPart(const Parts &parts) {
  const Plan &plan = parts.plan;
  const std::string run = "build/" + plan.id;
  const bool cuda = parts.options.cuda, cpu = parts.options.cpu;
  const bool isCompiled = parts.gpu() == GpuKernels::cubin;
  const std::string gpus =
      isCompiled ? "# GPUs, no CUDA needed: the kernels are compiled" : "# GPUs";
  std::string inputs;
  for (const PlanTensor &input : plan.inputs)
    inputs += " --input " + input.id + "=iota";
  if (run.size() + inputs.size() > 80) inputs = " --input '*=iota'";
  std::vector<std::vector<std::string>> lines = {
      {"cmake -B build", cuda && cpu && isCompiled ? gpus + "; or -DBACKEND=cpu: threads"
                         : cuda && cpu
                             ? gpus + "; or -DBACKEND=cpu: threads instead, no CUDA needed"
                         : cuda ? gpus
                                : "# threads"},
      {"cmake --build build"},
      {run + " --describe", "# what each " + unit(plan) + " holds"}};
  std::string out = "## Build and run\n\n```sh\n" + text::columns("", lines) + run + inputs +
                    " --print\n" +
                    (plan.inputs.empty() ? "" : run + " --input in.npz -o out.npz\n") + "```\n\n";
  out += text::wrapped(
      "", "Inputs are `NAME=FILE.npy`, `zeros`, `ones`, a number, `iota[:START]` or `random:SEED`, "
          "or a `.npz` file with several. `--print` prints the outputs, `--expect FILE.npz --rtol "
          "R` compares them "
          "(exit code 4 if they differ), `--time --repeat N` times calls; `--help` lists all. Exit "
          "codes: 0 done, 1 wrong input, 2 wrong use, 3 not supported, 4 outputs differ, 5 "
          "environment, 70 a bug of shardc.");
  out += "\n" + head({"option of cmake", ""});
  out += row({code("BACKEND"), cuda && cpu ? "`cuda` (default) or `cpu`"
                               : cuda      ? "`cuda`"
                                           : "`cpu`"});
  if (cuda && !isCompiled)
    out += row({code("CMAKE_CUDA_ARCHITECTURES"),
                "default " + code(text::clean(parts.options.cudaArchitectures, 60))});
  for (const LibraryUse &use : libraryUses(plan))
    if ((use.library->isForGpus ? cuda : cpu) && !use.isNeeded)
      out +=
          row({code(use.library->option()),
               "default `AUTO`: " + use.library->title.str() + " does " + codes(use.routines) +
                   " where CMake finds it, with bits of its own; `ON`: it has to be there; `OFF`: "
                   "the runtime's own code does"});
  if (cpu && plan.devices() > 1)
    out += row({"`WITH_MPI`", "default `OFF`; with `-DBACKEND=cpu`: `mpirun -np N " + run +
                                  "` shares the devices among N processes, also of several "
                                  "machines, each with a copy of the program and the files"});
  out += "\n";
  if (cuda && plan.devices() > 1)
    out += "Any number of GPUs will do: the " + withCommas(plan.devices()) + " " + unit(plan) +
           "s are spread over those there are (`--gpus N` takes fewer).\n";
  return out + "From C or C++, link the target " + code(plan.id) + " and include " +
         code(plan.id + ".h") + ".\n\n";
}

/// "add, multiply (train.py:4-6)".
static std::string sourcesText(ArrayRef<Source> sources) {
  constexpr size_t kListedOps = 8, kListedLines = 6;
  if (sources.empty()) return "";
  std::vector<std::string> ops;
  for (const std::string &op : text::opsOf(sources))
    ops.push_back(text::cell(op));
  if (ops.size() > kListedOps) {
    ops.resize(kListedOps);
    ops.push_back("...");
  }
  std::string places = text::cell(text::placesOf(sources));
  SmallVector<StringRef> ranges;
  StringRef(places).split(ranges, ',');
  if (ranges.size() > kListedLines + 1)
    places = llvm::join(ArrayRef(ranges).take_front(kListedLines), ",") + ",...";
  return text::joined(ops) + (places.empty() ? "" : " (" + places + ")");
}

static std::string workText(const Kernel &kernel) {
  return (isAlike(kernel) ? "" : "at most ") + text::count(kernel.flops, "FLOP") + ", " +
         text::count(kernel.bytes, "byte");
}

static std::vector<std::string> collectiveCells(const Function &function, const Step &step) {
  const Collective &collective = function.collectives[step.collective];
  std::vector<std::string> axes;
  for (int c : collective.over)
    axes.push_back(code(text::clean(function.coordinates[c].name, 40)));
  return {text::cell(StringRef(step.label).split(' ').first),
          code(text::clean(step.text)),
          text::cell(collective.id) + ": " + name(collective.pattern) + " over " +
              text::listed(axes),
          text::cell(reasonText(collective)),
          groupsText(function, collective),
          "receives " + bytesText(collective.payloadBytes) +
              (step.together ? ", at once with the step before" : "") +
              (step.runsOn ? "; runs on beside the next" : "")};
}

static void addSteps(const Function &function, ArrayRef<Step> steps, std::string &out) {
  for (const Step &step : steps) {
    const StringRef number = StringRef(step.label).split(' ').first;
    const std::string what = code(StringRef(text::clean(step.text)).str());
    if (step.kind == Step::Kind::compute) {
      const Kernel &kernel = function.kernels[step.kernel];
      out +=
          row({text::cell(number), what, code(kernel.name), sourcesText(sourcesOf(function, step)),
               shardNumbers(function), workText(kernel)});
    } else if (step.kind == Step::Kind::collective) {
      out += row(collectiveCells(function, step));
    } else if (step.kind == Step::Kind::wait) {
      out += row({"", text::clean(step.text), "", "", shardNumbers(function), ""});
    } else {
      const bool isCounted = step.kind == Step::Kind::loop && step.decider < 0;
      out += row({text::cell(number), what, "", "", shardNumbers(function),
                  isCounted ? text::count(step.trips, "trip") : ""});
    }
    for (const std::vector<Step> &body : step.bodies)
      addSteps(function, body, out);
  }
}

/// Of kernels that are told how often the loops around them have run.
static std::string tripsText(const Plan &plan) {
  int64_t depths = 0;
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels)
      for (Expr trip : tripsIn(kernel.formula))
        depths = std::max(depths, trip->value + 1);
  if (depths == 0) return "";
  const std::string inner = depths > 1 ? ", `trip1` those of a loop in it" : "";
  return " `trip` counts the trips of a loop from 0" + inner + "; the host passes them to kernels.";
}

/// Which FLOPs are counted.
static std::string flopsText(const Parts &parts) {
  std::string text = "FLOPs are those of the kernels for CPUs, without what a condition leaves out";
  if (parts.options.cuda)
    text += "; GPUs have more where threads compute a term again, and where tiles have edges";
  return text + ". ";
}

/// Why products are as they are.
static std::string numericsText(const Plan &plan) {
  const bool hasProducts = llvm::any_of(plan.functions, [](const Function &function) {
    return llvm::any_of(function.kernels, [](const Kernel &kernel) {
      return llvm::any_of(kernel.formula.results,
                          [](const Result &result) { return hasProduct(result.value); });
    });
  });
  if (!hasProducts || plan.isFast) return "";
  return " The sums of a kernel have one order, on GPUs and on CPUs; `shardc compile --numerics "
         "fast` gives this up for tensor cores, and for attention in one kernel.";
}

/// Which files lines count in.
static std::string filesText(const Plan &plan) {
  std::vector<std::string> files;
  const auto add = [&](const Source &source) {
    const std::string file = code(text::clean(source.file, 40));
    if (source.line != 0 && !llvm::is_contained(files, file)) files.push_back(file);
  };
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels)
      llvm::for_each(kernel.sources, add);
  if (files.empty()) return "";
  return "Lines are those of " + text::listed(files) +
         ", which the bundle was compiled from; `program.mlir` here is the program written anew, "
         "with lines of its own. ";
}

static std::string stepsPart(const Parts &parts) {
  const Plan &plan = parts.plan;
  std::string out = "## What each step computes\n\n" +
                    head({"", "step", "kernel", "ops", unit(plan) + "s", "work"});
  for (const Function &function : plan.functions)
    addSteps(function, function.steps, out);
  const bool hasLoops =
      anyStep(plan, [](const Step &step) { return step.kind == Step::Kind::loop; });
  out += "\n" + text::wrapped("", "The steps are `src/" + plan.id +
                                      ".step.cpp`; the comment above "
                                      "each kernel has its formula, its windows and its lines. " +
                                      filesText(plan) + "Work is that of one " + unit(plan) +
                                      (hasLoops ? ", in a loop that of one trip" : "") + ". " +
                                      flopsText(parts) +
                                      "What is computed together, and what moves, follows from the "
                                      "numbers of the machine " +
                                      code(text::clean(plan.machine.name, 40)) +
                                      " (`shardc compile --machine`)." + tripsText(plan) +
                                      numericsText(plan));
  return out + "\n";
}

/// How to make an image again.
static std::string recompileText(const Parts &parts) {
  const std::string &n = parts.plan.id;
  const GpuImage &last = parts.options.images.back();
  const std::string arch = std::string(last.isPtx ? "-ptx -arch=compute_" : "-cubin -arch=sm_") +
                           std::to_string(last.architecture);
  return "\n" +
         text::wrapped("", "A kernel for GPUs that is changed has to be compiled again, for each "
                           "file of `cubin/`, with CUDA's compiler:") +
         "\n```sh\nnvcc " + arch +
         " -std=c++20 --expt-relaxed-constexpr -fmad=false -lineinfo -I. src/" + n +
         ".kernels.cu -o " + pathOf(last, n) + "\n```\n";
}

/// Whether a kernel gives functions to one of the runtime's, as products do.
static bool callsWithFunctions(const Parts &parts) {
  return llvm::any_of(parts.kernels, [&](const std::vector<KernelText> &kernels) {
    return llvm::any_of(kernels, [&](const KernelText &kernel) {
      const std::string &text = parts.options.cuda ? kernel.cuda.text : kernel.cpp.text;
      return StringRef(text).contains("const auto store = ");
    });
  });
}

/// Where another kernel, or none of ours, can be called.
static std::string libraryText(const Parts &parts) {
  const bool isCompiled = parts.gpu() == GpuKernels::cubin;
  const std::string where = isCompiled
                                ? "`src/" + parts.plan.id + ".launch_cuda.cpp` has a function"
                                : "below each kernel for GPUs stands the function";
  return "A library in place of a kernel: " + where +
         " that launches it; let this call the library. `use(stream)` of "
         "`runtime/host/cuda/launch_cuda.h` "
         "makes the GPU current and gives the CUDA stream, and `own<T>(stream)` keeps an object, "
         "such as a library's handle, for each stream.";
}

static std::string changePart(const Parts &parts) {
  const std::string &n = parts.plan.id;
  std::vector<std::string> kernels;
  if (parts.options.cuda) kernels.push_back("src/" + n + ".kernels.cu");
  if (parts.options.cpu) kernels.push_back("src/" + n + ".kernels.cpp");
  std::string out = "## To change something\n\n";
  const bool isSliced = parts.plan.mode == PlanMode::independent && parts.plan.devices() > 1;
  const std::string how = isSliced ? "Slices" : "Shardings";
  const std::string both =
      kernels.size() > 1 ? " (the same formula, in the form of each: change both)" : "";
  std::string words =
      "An activation function, or any other formula: in the table of steps, find all kernels by "
      "their ops; a derivative of it, as in a training step, is a formula of its own in kernels "
      "that read its result, or what was kept of it. Kernels are in " +
      codes(kernels) + both +
      ". What a kernel computes is what it assigns last, to its result or to what it then stores: "
      "four neighbours, or the elements of a row that a thread has; where the formula has cases, "
      "in "
      "each of them. Sums and other reductions stand before it.";
  if (callsWithFunctions(parts))
    words += " Where it calls a function of the runtime, as products do, the result is stored in "
             "the function `store` above the call, and those beside it (`left`, `right`) are what "
             "is read.";
  out += text::wrapped("", words);
  if (parts.gpu() == GpuKernels::cubin) out += recompileText(parts);
  if (parts.options.cuda) out += "\n" + text::wrapped("", libraryText(parts));
  out += "\n" +
         text::wrapped("", "The order of steps: `src/" + n +
                               ".step.cpp`. Buffers that are not needed at one time in this order "
                               "share memory (`src/" +
                               n +
                               ".devices.cpp` says where they lie): a step that is moved may write "
                               "over what another has yet to read. " +
                               how +
                               ": compile again with others, since the sizes of buffers follow "
                               "from them. Compiling into this folder again replaces the files "
                               "listed below.");
  return out + "\n";
}

static std::string repeatedWork(const Repeated &repeated, const std::string &unit) {
  constexpr size_t kNamed = 3;
  const std::string again = " more than once, by other " + unit + "s, kernels or elements";
  const std::string all = text::count(repeated.flops, "FLOP");
  if (repeated.steps.size() == 1)
    return "Step " + repeated.steps[0].label + " does " + all + again + ".";
  std::vector<std::string> steps;
  for (const Repeated::Work &step : ArrayRef(repeated.steps).take_front(kNamed))
    steps.push_back(withCommas(step.flops) + " by step " + step.label);
  if (repeated.steps.size() > kNamed)
    steps.push_back("the rest by " + std::to_string(repeated.steps.size() - kNamed) + " others");
  return all + " are done" + again + ": " + text::listed(steps) + ".";
}

static std::string repeatedPart(const Parts &parts) {
  const Plan &plan = parts.plan;
  std::vector<std::string> held;
  for (size_t i = 0; i < plan.repeated.inputBytes.size() && i < plan.inputs.size(); ++i)
    if (plan.repeated.inputBytes[i] != 0)
      held.push_back(text::count(plan.repeated.inputBytes[i], "byte") + " of " +
                     code(plan.inputs[i].id));
  std::string words;
  if (plan.repeated.flops != 0)
    words = repeatedWork(plan.repeated, unit(plan)) + " ";
  else if (plan.devices() > 1)
    words = "Nothing is computed twice. ";
  if (plan.mode == PlanMode::independent) {
    words += held.empty() ? "No input is held twice. "
                          : "Held more than once: " + text::listed(held) + ". ";
  }
  const int64_t idle = peakBytes(plan) - liveBytes(plan);
  words += std::string("A ") + (plan.devices() > 1 ? unit(plan) : "device") + " uses " +
           text::count(peakBytes(plan), "byte") +
           " for values. The most that is needed at one time is " + withCommas(liveBytes(plan)) +
           ", inputs and outputs included, which are there throughout a call" +
           (idle > 0 ? "; the other " + withCommas(idle) + " lie between buffers." : ".");
  const int64_t room = collectiveWorkspace(plan);
  if (parts.options.cuda && room > 0)
    words += " On GPUs collectives take " + text::count(room, "byte") + " more for each device.";
  std::string out = std::string("## Memory") +
                    (plan.devices() > 1 || plan.repeated.flops > 0 ? " and repeated work" : "") +
                    "\n\n" + text::wrapped("", words);
  for (const std::string &warning : plan.warnings)
    out += "\n" + text::wrapped("", "Warning: " + text::cell(warning));
  return out + "\n";
}

std::string readmeFile(const Parts &parts, ArrayRef<BundleFile> sources) {
  const Plan &plan = parts.plan;
  return readmeIntroduction(plan) + buildPart(parts) + stepsPart(parts) + holdersPart(parts) +
         slicesPart(plan) + changePart(parts) + repeatedPart(parts) + filesPart(parts, sources);
}

} // namespace shardc::bundle
