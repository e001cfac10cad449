#include "mlp.plan.h"

#include "runtime/host/command_line/launcher.h"

int main(int argc, char **argv) {
  return shardc::runtime::command_line(mlp::program(), argc, argv);
}
