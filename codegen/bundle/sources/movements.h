// SPDX-License-Identifier: Apache-2.0
// The tables behind collectives: what the runtime must know of each.
#pragma once

#include "codegen/bundle/parts.h"

namespace shardc::bundle {

/// "Exchange" or "Reduction".
std::string tableType(const Collective &collective);
/// "\"data\" and \"model\"".
std::string axesText(const Function &function, const Collective &collective);
/// The runtime's Group of devices that differ in some coordinates.
std::string groupText(const Function &function, ArrayRef<int> over);
/// "bit_and", of the runtime's Combine.
std::string combineText(Fn fn);
std::string movementDeclarations(const Parts &parts, const Function &function);
std::string movementDefinitions(const Parts &parts, const Function &function);

} // namespace shardc::bundle
