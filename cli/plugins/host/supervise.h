// SPDX-License-Identifier: Apache-2.0
// A plug-in's process, and all that it starts.
#pragma once

namespace shardc::plugins {

/// Returns in a new process, which is to run the plug-in. The one that called ends as that does,
/// and at once where it is told to (SIGTERM), or shardc is gone; before it ends it ends whatever
/// the new one has started and left, also in groups and sessions of its own.
void supervise();

} // namespace shardc::plugins
