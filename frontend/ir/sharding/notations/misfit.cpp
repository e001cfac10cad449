// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/notations/misfit.h"

namespace shardc {

using llvm::StringRef;

/// "0 1 | 2 3 | 4 5": the devices of the blocks, as far as that helps.
static std::string blocksText(const MeshedSharding &given) {
  constexpr size_t most = 16;
  AxisList parts = given.sharding.used();
  parts.append(given.sharding.unreduced.begin(), given.sharding.unreduced.end());
  const Mesh plain = {"", {{"", given.mesh.devices()}}, {}};
  const std::vector<int64_t> devices = devicesByBlock(parts, given.mesh, plain);
  const size_t block = devices.size() / product(parts);
  std::string text;
  for (size_t k = 0; k < std::min(most, devices.size()); ++k)
    text += (k == 0 ? "" : k % block == 0 ? " | " : " ") + std::to_string(devices[k]);
  return text + (devices.size() > most ? " ..." : "");
}

/// "'y' in steps of 1, 'x' in steps of 4".
static std::string stepsText(const Mesh &mesh) {
  std::string text;
  int64_t step = 1;
  for (const MeshAxis &axis : llvm::reverse(mesh.axes)) {
    if (axis.size > 1)
      text += (text.empty() ? "'" : ", '") + shown(axis.name) + "' counts in steps of " +
              std::to_string(step);
    step *= axis.size;
  }
  return text;
}

static std::string meshText(const Mesh &mesh) { return "the mesh '" + shown(mesh.str()) + "'"; }

Report reportOnDevice(mlir::Location loc, StringRef what, int64_t device, size_t rank,
                      const Mesh &mesh) {
  const auto position = mesh.positionOf(device);
  Report error = report(loc, position ? Diag::unsupported_sharding : Diag::wrong_mesh);
  error << "the sharding of " << what << " is device " << device << " alone, ";
  if (position)
    error << "and a scalar is on all devices or none; give it a dimension of size 1, or leave the "
             "sharding out";
  else
    error << "and " << meshText(mesh) << " has " << mesh.devices()
          << (mesh.devices() == 1 ? " device" : " devices");
  return error;
}

Report reportMisfit(mlir::Location loc, StringRef what, const MeshedSharding &given,
                    const Mesh &mesh) {
  if (const auto device = onlyDevice(given))
    return reportOnDevice(loc, what, *device, given.sharding.dims.size(), mesh);
  Report error = report(loc, Diag::device_order);
  error << "the sharding of " << what;
  if (given.mesh.devices() != mesh.devices()) {
    error << " is over " << given.mesh.devices() << " devices, and the mesh '" << shown(mesh.str())
          << "' has " << mesh.devices();
    return error;
  }
  error << " has blocks of devices that no axes of the mesh '" << shown(mesh.str())
        << "', or parts of these, say: " << blocksText(given);
  error.note() << (mesh.deviceIds.empty()
                       ? stepsText(mesh)
                       : "positions on the mesh have devices of its 'device_ids': " +
                             stepsText(mesh))
               << "; a part of an axis is one factor of its size";
  return error;
}

} // namespace shardc
