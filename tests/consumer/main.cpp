// SPDX-License-Identifier: Apache-2.0
// The same from C++, both sessions open at once.
#include "scale.h"
#include "shift.h"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <numeric>
#include <vector>

int main(int argc, char **argv) {
  scale_session *scale = nullptr;
  shift_session *shift = nullptr;
  if (argc != 2 || scale_create(nullptr, &scale) != 0 || shift_create(nullptr, &shift) != 0)
    return 1;
  const std::unique_ptr<scale_session, decltype(&scale_destroy)> owner(scale, scale_destroy);
  const std::unique_ptr<shift_session, decltype(&shift_destroy)> other(shift, shift_destroy);

  std::vector<float> x(10), y(10);
  std::iota(x.begin(), x.end(), 1.0f);
  std::vector<int32_t> n = {-10, 0, 5}, m(3);
  if (scale_set_input(scale, SCALE_X, x.data(), x.size() * sizeof(float)) != 0 ||
      shift_set_input(shift, SHIFT_N, n.data(), n.size() * sizeof(int32_t)) != 0 ||
      scale_run(scale) != 0 || shift_run(shift) != 0 ||
      scale_get_output(scale, SCALE_Y, y.data(), y.size() * sizeof(float)) != 0 ||
      shift_get_output(shift, SHIFT_M, m.data(), m.size() * sizeof(int32_t)) != 0) {
    std::cerr << scale_error() << "\n" << shift_error() << "\n";
    return 1;
  }
  for (float &number : x)
    number *= static_cast<float>(std::atof(argv[1]));
  return x == y && m == std::vector<int32_t>{0, 10, 15} ? 0 : 1;
}
