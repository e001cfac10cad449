// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/text/parameter_names.h"

#include "codegen/plan/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace shardc {

/// The words of an identifier, without numbers behind them; a value's number is no word.
static SmallVector<StringRef, 4> wordsOf(StringRef name) {
  SmallVector<StringRef, 4> words;
  for (StringRef word : llvm::split(name, '_')) {
    const StringRef letters = word.rtrim("0123456789");
    const bool isNumbered = letters == "v" && letters.size() < word.size();
    if (!letters.empty() && !isNumbered) words.push_back(letters);
  }
  return words;
}

static size_t alikeAtStart(ArrayRef<StringRef> a, ArrayRef<StringRef> b) {
  size_t count = 0;
  while (count < std::min(a.size(), b.size()) && a[count] == b[count])
    ++count;
  return count;
}

static size_t alikeAtEnd(ArrayRef<StringRef> a, ArrayRef<StringRef> b) {
  size_t count = 0;
  while (count < std::min(a.size(), b.size()) && a.rbegin()[count] == b.rbegin()[count])
    ++count;
  return count;
}

std::string commonName(ArrayRef<StringRef> names) {
  const SmallVector<StringRef, 4> first = wordsOf(names.front());
  size_t start = first.size(), end = first.size(), fewest = first.size();
  for (StringRef name : names.drop_front()) {
    const SmallVector<StringRef, 4> words = wordsOf(name);
    start = std::min(start, alikeAtStart(first, words));
    end = std::min(end, alikeAtEnd(first, words));
    fewest = std::min(fewest, words.size());
  }
  end = std::min(end, fewest - start); // a word is not taken twice
  SmallVector<StringRef, 4> common(first.begin(), first.begin() + start);
  common.append(first.end() - end, first.end());
  return llvm::join(common, "_");
}

namespace {

/// The buffers that the steps of a kernel have for one of its parameters.
using BuffersOfSteps = std::vector<int>;

/// Per kernel, its compute steps.
using StepsOfKernels = std::vector<std::vector<const Step *>>;

class ParameterNamer {
public:
  ParameterNamer(const Function &function, ArrayRef<const Step *> steps)
      : function(function), steps(steps) {}

  void name(std::vector<Kernel::Window> &windows, SmallVector<int, 4> Step::*list,
            const char *otherwise) {
    for (auto [position, window] : llvm::enumerate(windows)) {
      BuffersOfSteps buffers;
      for (const Step *step : steps)
        buffers.push_back((step->*list)[position]);
      const auto [known, isNew] = chosen.try_emplace(buffers);
      if (isNew) known->second = names.fresh(wordFor(buffers, otherwise));
      window.name = known->second;
    }
  }

private:
  std::string wordFor(const BuffersOfSteps &buffers, const char *otherwise) const {
    SmallVector<StringRef, 4> called;
    for (int buffer : buffers)
      called.push_back(function.buffers[buffer].name);
    if (llvm::all_equal(called)) return called.front().str();
    std::string common = commonName(called);
    return common.empty() ? otherwise : identifier(common);
  }

  const Function &function;
  ArrayRef<const Step *> steps;
  std::map<BuffersOfSteps, std::string> chosen;
  Names names;
};

} // namespace

static void addSteps(ArrayRef<Step> steps, StepsOfKernels &ofKernels) {
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::compute) ofKernels[step.kernel].push_back(&step);
    for (const std::vector<Step> &body : step.bodies)
      addSteps(body, ofKernels);
  }
}

void nameSharedParameters(Plan &plan) {
  for (Function &function : plan.functions) {
    StepsOfKernels steps(function.kernels.size());
    addSteps(function.steps, steps);
    for (auto [kernel, ofKernel] : llvm::zip_equal(function.kernels, steps)) {
      if (ofKernel.size() < 2) continue;
      ParameterNamer namer(function, ofKernel);
      namer.name(kernel.ins, &Step::ins, "x");
      namer.name(kernel.outs, &Step::outs, "out");
    }
  }
}

} // namespace shardc
