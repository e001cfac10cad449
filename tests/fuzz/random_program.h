// SPDX-License-Identifier: Apache-2.0
// Random programs and slices for them, as a user would write them.
#pragma once

#include <string>

namespace shardc::test {

struct RandomProgram {
  std::string program, config; // JSON
  std::string meshConfig;      // of the collective mode
};

/// A program of 1 to `mostOps` ops (movement, elementwise, reduce, products, picks) on small
/// tensors; a config that cuts its inputs, and at times its outputs, by uneven slices; one that
/// lays them, and values between, on a mesh. A seed gives the same on every machine.
RandomProgram randomProgram(unsigned seed, int mostOps = 12);

} // namespace shardc::test
