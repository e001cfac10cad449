// SPDX-License-Identifier: Apache-2.0
#include "frontend/bug.h"

#include <cstdio>
#include <cstdlib>

namespace shardc {

void internalError(const std::string &what) {
  std::fprintf(stderr, "shardc: internal error: %s; please report this with the program\n",
               what.c_str());
  std::_Exit(70);
}

} // namespace shardc
