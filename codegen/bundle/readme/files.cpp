// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/readme/files.h"

#include "codegen/bundle/readme/markdown.h"
#include "codegen/cpp/calls.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::bundle {

static bool hasRuntime(const Parts &parts, StringRef folder) {
  return llvm::any_of(parts.runtime, [&](const RuntimeFile &file) {
    return StringRef(file.path).starts_with(folder);
  });
}

/// "13 files, 432 lines"
template <typename File>
static std::string countText(ArrayRef<File> files) {
  size_t lines = 0;
  for (const File &file : files)
    lines += StringRef(file.text).count('\n');
  return text::count(files.size(), "file") + ", " + text::count(lines, "line");
}

std::string filesPart(const Parts &parts, ArrayRef<BundleFile> sources) {
  const Plan &plan = parts.plan;
  const std::string source = "src/" + plan.id;
  std::string out =
      "## Files\n\n" +
      text::wrapped("", "`src/` and `include/` are the program's. `runtime/` is fixed: of what all "
                        "bundles may have it has the files that this program uses, and there is "
                        "no need to read them, but for functions that kernels call.") +
      "\n" + head({"file", ""});
  out += row({"`program.mlir`", "the program"});
  out += row({"`plan.json`", unit(plan) + "s, boxes, buffers, steps, kernels, for other tools; the "
                                          "program's own spelling of names"});
  out += row({"`launch.sh`", "starts several processes on one machine"});
  out += row({"`src/`, `include/`", "the program's: " + countText(sources)});
  out += row({code("include/" + plan.id + ".h"), "the C interface"});
  out += row({code(source + ".step.cpp"),
              "**start here**: what the " + unit(plan) + "s do, a line per step"});
  if (parts.options.cuda) out += row({code(source + ".kernels.cu"), "the kernels for GPUs"});
  if (parts.gpu() == GpuKernels::cubin) {
    out += row({"`cubin/`", "these, compiled for compute capability " +
                                architecturesText(parts.options.images) +
                                " (90: 9.0); PTX is for all later ones"});
    out += row({code(source + ".launch_cuda.cpp"), "launches them"});
    out += row({code(source + ".cubins.cpp"), "puts the files of `cubin/` into the library"});
  }
  if (parts.options.cpu)
    out += row({code(source + ".kernels.cpp"),
                parts.options.cuda ? "the same kernels for CPUs" : "the kernels"});
  if (parts.options.cpu) {
    std::vector<std::string> again;
    for (const InstructionSet &set : instructionSets())
      again.push_back(source + ".kernels." + set.name + ".cpp");
    out += row({codes(again), "compile these again for processors with more instructions"});
  }
  if (parts.options.cpu)
    out += row(
        {code(source + ".launch.cpp"), "takes the kernels for the processor, and launches them"});
  if (hasOwnCode(plan))
    out += row(
        {"`ops/`", "code of your own for ops, copies; " + code("runtime/op.h") +
                       (eachHeaders(plan).empty() ? "" : ", or " + code("runtime/each.h") + ",") +
                       " says what it is given"});
  if (hasRuntime(parts, "runtime/routines/"))
    out += row({"`runtime/routines/`", "code for ops that are no formula"});
  if (hasRuntime(parts, "runtime/libraries/"))
    out +=
        row({"`runtime/libraries/`", "calls of libraries that do the same, where they are found"});
  if (hasCalls(plan))
    out +=
        row({code(source + ".calls.cpp"), "calls such code for what each " + unit(plan) + " has"});
  out += row({code(source + ".devices.cpp"),
              plan.devices() == 1
                  ? "what the device holds; where buffers lie"
                  : "what differs between " + unit(plan) + "s: the ranges; where buffers lie"});
  const std::string ranges = hasDeviceHeader(parts) ? ", " + code(source + ".device.h") : "";
  out += row({code(source + ".plan.h") + ranges,
              "what these share: " + unit(plan) + "s, buffers, kernels"});
  if (hasConstantsFile(plan))
    out += row({code(source + ".constants.cpp"), "the program's small constants"});
  if (hasDataFiles(plan))
    out += row({"`data/`", "its large constants; found here, beside the program, or in the folder "
                           "that `" +
                               StringRef(plan.id).upper() + "_DATA_DIR` names"});
  out += row({code(source + ".api.cpp") + ", `src/main.cpp`",
              "the C interface and the command line, over `runtime/`"});
  out += row({"`runtime/`", "fixed: " + countText(ArrayRef(parts.runtime)) +
                                "; at its top errors, types and boxes, which all of it uses"});
  if (hasRuntime(parts, "runtime/device/")) out += row({"`runtime/device/`", "what kernels call"});
  out += row({"`runtime/host/`", "streams, sessions, the command line"});
  out += row({"`runtime/io/`", "arrays, and files of them"});
  if (hasRuntime(parts, "runtime/collectives/"))
    out += row({"`runtime/collectives/`", "what devices have of one another, moved and combined"});
  return out;
}

} // namespace shardc::bundle
