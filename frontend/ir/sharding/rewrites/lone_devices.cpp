// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/rewrites/lone_devices.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/algebra/sharding.h"
#include "frontend/ir/sharding/notations/shardy.h"

using namespace mlir;

namespace shardc {

std::optional<LoneDevice> findLoneDevice(ModuleOp program) {
  std::optional<LoneDevice> greatest;
  program.walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](sdy::ShardingAttr sharding) {
      const auto device = onlyDevice(sharding);
      if (device && (!greatest || *device > greatest->device)) greatest = {*device, op->getLoc()};
    });
  });
  return greatest;
}

LogicalResult refuseLoneDevices(ModuleOp program, bool isOneDevice) {
  const auto lone = findLoneDevice(program);
  if (!lone || (isOneDevice && lone->device == 0)) return success();
  return report(lone->loc, Diag::missing_mesh)
         << "a value is on device " << lone->device
         << " alone, and no mesh says how many devices there are; give a config with \"mesh\"";
}

} // namespace shardc
