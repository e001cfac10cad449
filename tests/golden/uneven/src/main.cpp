#include "uneven.plan.h"

#include "runtime/host/command_line/launcher.h"

int main(int argc, char **argv) {
  return shardc::runtime::command_line(uneven::program(), argc, argv);
}
