// SPDX-License-Identifier: Apache-2.0
// "place" of a config: where devices are.
#pragma once

#include "frontend/config/config.h"
#include "frontend/json/document/document.h"

namespace shardc::config {

/// Reads {"place": {"gpus": [0, 1, 0, 1], "processes": [0, 0, 1, 1]}}, if there is any. Reports
/// what is wrong; how many there have to be is another question, fits().
DevicePlaces readPlace(json::Value root);

} // namespace shardc::config
