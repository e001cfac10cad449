// SPDX-License-Identifier: Apache-2.0
// A kernel, compiled as C++, as the driver runs it: arguments by their addresses.
#pragma once

#include "../runtime/grid.h"
#include "kernels.h"

#include <tuple>

namespace emulation {

template <auto kernel>
struct Run;
template <typename... Parameters, void (*kernel)(Parameters...)>
struct Run<kernel> {
  static std::function<void()> launch(Size grid, Size block, void **arguments) {
    return launch(grid, block, arguments, std::index_sequence_for<Parameters...>());
  }

private:
  template <size_t... number>
  static std::function<void()> launch(Size grid, Size block, void **arguments,
                                      std::index_sequence<number...>) {
    const std::tuple<Parameters...> taken(*static_cast<Parameters *>(arguments[number])...);
    return [=] {
      runGrid(dim3(grid.x, grid.y, grid.z), dim3(block.x, block.y, block.z),
              [=] { std::apply(kernel, taken); });
    };
  }
};

} // namespace emulation
