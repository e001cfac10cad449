// SPDX-License-Identifier: Apache-2.0
// Random programs and slices for them, as a user would write them.
#pragma once

#include <string>

namespace shardc::test {

struct RandomProgram {
  std::string program, config; // JSON
};

/// A program of 1 to 12 ops (movement, elementwise, reduce, products, picks) on small tensors, and a
/// config that cuts its inputs, and at times its outputs, by uneven slices. A seed gives the same
/// on every machine.
RandomProgram randomProgram(unsigned seed);

} // namespace shardc::test
