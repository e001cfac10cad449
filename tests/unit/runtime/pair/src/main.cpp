// SPDX-License-Identifier: Apache-2.0
#include "pair.plan.h"

#include "runtime/host/command_line/launcher.h"

int main(int argc, char **argv) {
  return shardc::runtime::command_line(pair::program(), argc, argv);
}
