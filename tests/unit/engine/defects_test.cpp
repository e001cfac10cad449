// SPDX-License-Identifier: Apache-2.0
// What `verify` finds: defects are seeded into the text of kernels, one at a time, and looked for
// by the checks that it makes unasked. Thirty of them, spread over all places of all programs;
// SHARDC_DEFECTS=N takes N, and 0 all.
#include "cli/driver.h"
#include "cli/running/values.h"
#include "cli/running/verification.h"
#include "codegen/engine/compiled_kernels.h"
#include "codegen/engine/instructions.h"
#include "tests/unit/engine/defects.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

namespace shardc::test {
namespace {

constexpr const char *kPrograms[] = {"concat_pad_uneven",
                                     "explicit_unreduced",
                                     "gpt_fwd",
                                     "kv_decode",
                                     "llama_block_fsdp",
                                     "llama_block_tp",
                                     "lstm_scan",
                                     "mha_block",
                                     "mlp_fwd",
                                     "mlp_train",
                                     "nested_manual",
                                     "nx_dot_sharded",
                                     "reduce_variants",
                                     "scan_grad",
                                     "shard_map_psum",
                                     "softmax_xent",
                                     "stencil_heat",
                                     "switch_layers",
                                     "transpose_reshape_mix",
                                     "while_newton"};

/// What becomes of a program with a defect.
enum class Outcome : uint8_t { same, found, missed };

CommandOptions optionsFor(const std::string &name) {
  const std::string folder = std::string(PROGRAMS) + "/" + name + "/";
  CommandOptions options;
  options.verb = "verify";
  options.program = folder + "annotated.mlir";
  if (access(options.program.c_str(), R_OK) != 0) {
    options.program = folder + "program.mlir";
    options.config = folder + "sharding.json";
    options.warnings = {"no-repeated-work"};
  }
  options.inputs = {folder + "inputs.npz"};
  return options;
}

std::vector<HostTensor> inputsOf(const Compilation &compilation) {
  std::vector<runtime::Input> given = readPlanInputs(*compilation.plan, compilation.options);
  return takeTensors(*compilation.plan, given);
}

/// A program, ready to be run with other text.
struct Subject {
  Compilation &compilation;
  std::vector<HostTensor> inputs;
  Found found;
  Reference reference;
  CpuKernels text;
  std::vector<runtime::Array> outputs; // of the text as it is

  explicit Subject(Compilation &compilation)
      : compilation(compilation), inputs(inputsOf(compilation)),
        reference(referenceFor(compilation, inputs, found)), text(cpuKernels(*compilation.plan)) {
    outputs = run(text);
    compare(*compilation.plan, outputs, reference, "", found);
  }

  std::vector<runtime::Array> run(const CpuKernels &kernelsText) {
    CompiledKernels kernels(*compilation.plan, kernelsText,
                            {.isa = instructionsOfProcessor().back(), .threads = 1});
    return runChecked(
        compilation, *compilation.plan, inputs,
        [&](const Launch &launch) { return kernels.run(launch); }, "run", found);
  }

  BundleFile &source() {
    return *llvm::find_if(text.files, [&](const BundleFile &f) { return f.path == text.source; });
  }

  /// In this process, which may not survive it.
  Outcome tryDefect(const Defect &defect) {
    source().text = seeded(source().text, defect);
    const auto got = run(text);
    const auto isSame = [](const runtime::Array &a, const runtime::Array &b) {
      return a.data == b.data;
    };
    const bool isAlike = std::equal(got.begin(), got.end(), outputs.begin(), isSame);
    compare(*compilation.plan, got, reference, "", found);
    if (!found.wrong.empty()) return isAlike ? Outcome::same : Outcome::found;
    return isAlike ? Outcome::same : Outcome::missed;
  }
};

/// In a process of its own: what faults or never ends is found, too.
Outcome outcomeOf(Subject &subject, const Defect &defect) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);
    std::freopen("/dev/null", "w", stderr);
    std::_Exit(static_cast<int>(subject.tryDefect(defect)));
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 2) return Outcome::found;
  return static_cast<Outcome>(WEXITSTATUS(status));
}

std::string describe(const std::string &program, const std::string &text, const Defect &defect) {
  const size_t begin = text.rfind('\n', defect.at) + 1, end = text.find('\n', defect.at);
  return program + ", " + defect.kind + ": " + text.substr(begin, end - begin) + "  (" +
         defect.from + " -> " + defect.to + ")";
}

TEST(Defects, AreFoundByWhatVerifyLooksAt) {
  const char *wanted = std::getenv("SHARDC_DEFECTS");
  const size_t most = wanted ? std::strtoul(wanted, nullptr, 10) : 30;
  size_t tried = 0, changing = 0, found = 0;
  std::string missed;
  const size_t each = (most + std::size(kPrograms) - 1) / std::size(kPrograms);
  for (const std::string name : kPrograms) {
    const CommandOptions options = optionsFor(name);
    const int code = withPlan(options, [&](Compilation &compilation) {
      Subject subject(compilation);
      EXPECT_EQ(subject.found.wrong, std::vector<std::string>()) << name;
      const std::string text = subject.source().text;
      const std::vector<Defect> all = defectsIn(text);
      EXPECT_FALSE(all.empty()) << name;
      const size_t count = most == 0 ? all.size() : std::min(each, all.size());
      for (size_t k = 0; k < count && (most == 0 || tried < most); ++k, ++tried) {
        const Defect &defect = all[(2 * k + 1) * all.size() / (2 * count)];
        const Outcome outcome = outcomeOf(subject, defect);
        changing += outcome != Outcome::same;
        found += outcome == Outcome::found;
        if (outcome == Outcome::missed) missed += describe(name, text, defect) + "\n";
      }
      return 0;
    });
    EXPECT_EQ(code, 0) << name;
  }
  std::printf("%zu defects, %zu of them change an output, %zu of those are found\n%s", tried,
              changing, found, missed.c_str());
  EXPECT_GE(changing, tried / 2);
  EXPECT_GE(static_cast<double>(found), 0.99 * static_cast<double>(changing)) << missed;
}

} // namespace
} // namespace shardc::test
