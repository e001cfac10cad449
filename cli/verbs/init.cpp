// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "frontend/config/shardings/mesh.h"

namespace shardc {

/// The mesh that the config is for, and what lies on it already: the program's, or that of
/// `--mesh`. None, having said so, where the two differ or the latter is none.
static std::optional<MeshConfig> meshFor(Compilation &c) {
  const auto asked = config::meshFromText(c.options.mesh, mlir::UnknownLoc::get(c.context.get()));
  if (!asked) return std::nullopt;
  if (c.config.mode != Mode::collective) return MeshConfig{*asked, {}, {}, {}};
  if (asked->axes == c.config.mesh.mesh.axes) return c.config.mesh;
  fail(c.options, Exit::usage,
       "the program has a mesh of its own, '" + c.config.mesh.mesh.str() + "'; leave '--mesh' out");
  return std::nullopt;
}

int init(const CommandOptions &options) {
  Compilation c(options);
  if (failed(read(c))) return failureCode(c);
  if (options.mesh.empty()) {
    const bool hasMesh = c.config.mode == Mode::collective;
    return giveText(c, configToFillIn(*c.program, hasMesh ? &c.config.mesh : nullptr));
  }
  const std::optional<MeshConfig> mesh = meshFor(c);
  return mesh ? giveText(c, configToFillIn(*c.program, &*mesh)) : static_cast<int>(Exit::usage);
}

} // namespace shardc
