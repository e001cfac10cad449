#include "residual.plan.h"

#include "runtime/host/command_line/launcher.h"

int main(int argc, char **argv) {
  return shardc::runtime::command_line(residual::program(), argc, argv);
}
