// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/steps.h"

#include "runtime/error.h"
#include "runtime/io/lookup.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

std::vector<std::pair<int, int>> stepPairs(const std::vector<Signature> &inputs,
                                           const std::vector<Input> &given,
                                           const std::vector<Signature> &outputs, int steps) {
  const Lookup lookup(inputs, Side::input);
  std::vector<std::pair<int, int>> pairs;
  std::vector<int> from(inputs.size(), -1);
  for (int output = 0; output < static_cast<int>(outputs.size()); ++output) {
    const std::string &name = shownName(outputs[output]);
    const int input = findOne(lookup, inputs, name);
    if (input < 0 || given[input].steps) continue;
    const Signature &wanted = inputs[input];
    if (from[input] >= 0)
      throw Error(Exit::wrong_input,
                  one_line("outputs '" + shownName(outputs[from[input]]) + "' and '" + name +
                           "' would both become input '" + shownName(wanted) + "'"));
    from[input] = output;
    pairs.emplace_back(output, input);
  }
  if (pairs.empty() && steps > 1)
    throw Error(Exit::usage, "no output has the name of an input, so that steps would all be the "
                             "same; --repeat does that");
  return pairs;
}

void requireNoSteps(const std::vector<Signature> &inputs, const std::vector<Input> &given) {
  for (size_t input = 0; input < inputs.size(); ++input)
    if (given[input].steps)
      throw Error(Exit::usage, one_line("input '" + shownName(inputs[input]) +
                                        "': each:FILE.npy is for --steps, and there is none"));
}

std::vector<int> watchedOutputs(const std::vector<Signature> &outputs,
                                const std::vector<std::string> &names) {
  const Lookup lookup(outputs, Side::output);
  std::vector<int> watched;
  for (const std::string &name : names) {
    watched.push_back(findOne(lookup, outputs, name));
    if (watched.back() < 0)
      throw Error(Exit::usage, one_line("there is no output '" + name + "' to watch"));
  }
  return watched;
}

std::string watchedText(int step, const Signature &output, const Array &value) {
  const std::string head = "step " + std::to_string(step) + ": ";
  const std::string text = formatValue(shownName(output), value);
  if (!output.shape.empty()) return head + text;
  return head + one_line(shownName(output)) + " = " + text.substr(text.find("\n  ") + 3);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
