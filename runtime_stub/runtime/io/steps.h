// SPDX-License-Identifier: Apache-2.0
// Steps: calls of a program that each take what the one before has made.
#pragma once

#include "runtime/io/values.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The outputs that become inputs of the next step, by name: {output, input}. An input that is
/// given a value for each step takes no output. Throws where an input would become two, and where
/// none of several steps would differ from another.
std::vector<std::pair<int, int>> stepPairs(const std::vector<Signature> &inputs,
                                           const std::vector<Input> &given,
                                           const std::vector<Signature> &outputs, int steps);
/// Throws where an input is given a value for each step.
void requireNoSteps(const std::vector<Signature> &inputs, const std::vector<Input> &given);
/// The outputs of these names, to be printed after every step.
std::vector<int> watchedOutputs(const std::vector<Signature> &outputs,
                                const std::vector<std::string> &names);
/// "step 3: loss = 0.5", or more lines of what is no scalar.
std::string watchedText(int step, const Signature &output, const Array &value);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
