// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/command_line/finite_values.h"

#include "runtime/io/finite.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

FiniteValues::FiniteValues(const Program &program, const Arguments &arguments)
    : program(program), looks(arguments.check_finite), has_steps(arguments.steps.has_value()),
      inputs(boxes_here(program, program.inputs, arguments.options)) {}

std::string FiniteValues::at(int step) const {
  return has_steps ? "step " + std::to_string(step) + ", " : "";
}

void FiniteValues::require_input(int input, const Input &given, int step) const {
  if (!looks) return;
  const Tensor &tensor = program.inputs[input];
  for (const BoxData &piece : given.pieces(step))
    for (const Box &box : inputs[input])
      if (const auto found = find_not_finite(tensor.type, piece, box))
        throw Error(Exit::wrong_input,
                    at(step) + "input '" + std::string(tensor.name) + "': " + *found);
}

void FiniteValues::require_outputs(Session &session, int step) const {
  if (!looks) return;
  for (size_t output = 0; output < program.outputs.size(); ++output) {
    const Tensor &tensor = program.outputs[output];
    session.own_output(static_cast<int>(output), [&](const Box &box, const char *data) {
      if (const auto found = find_not_finite(tensor.type, {box, data}, box))
        throw Error(Exit::differs,
                    at(step) + "output '" + std::string(tensor.name) + "': " + *found);
    });
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
