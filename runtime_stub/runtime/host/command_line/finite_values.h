// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/command_line/arguments.h"
#include "runtime/host/session.h"
#include "runtime/io/values.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What `--check-finite` looks at: without it at nothing. A process looks at what its devices have.
class FiniteValues {
public:
  FiniteValues(const Program &program, const Arguments &arguments);
  /// Throws where the input's value for the step has NaN or an infinity.
  void require_input(int input, const Input &given, int step) const;
  /// Throws where the step has made any; all processes call it.
  void require_outputs(Session &session, int step) const;

private:
  std::string at(int step) const;

  const Program &program;
  const bool looks, has_steps;
  const Parts inputs;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
