// SPDX-License-Identifier: Apache-2.0
// Microseconds of a bundle's step, without what a call takes beside it: threads THREADS prints the
// least of some calls that take the step many times each, divided by how often.
#include "collective.plan.h"

#include "runtime/host/session.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace shardc::runtime;

constexpr int kSteps = 2000, kCalls = 20;

int main(int, char **arguments) {
  Program program = collective::program();
  program.step = [](Machine &machine) {
    for (int step = 0; step < kSteps; ++step)
      collective::step(machine);
  };
  Options options;
  options.threads = std::atoi(arguments[1]);
  Session session(program, options);
  const Tensor &input = program.inputs.front();
  const std::vector<char> zeros(elements(whole(input.shape)) * bytes(input.type));
  session.set_input(0, zeros.data(), zeros.size());
  double best = 1e9;
  for (int call = 0; call < kCalls; ++call) {
    const auto begin = std::chrono::steady_clock::now();
    session.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  std::printf("%.2f\n", best / kSteps * 1e6);
}
