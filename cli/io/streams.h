// SPDX-License-Identifier: Apache-2.0
// Standard output as a product: what does not get there is an error.
#pragma once

namespace shardc {

/// Sees to it that no file that is opened later takes the place of a standard stream that is
/// closed, and that a reader who goes away is an error of writing and no signal.
void beginStreams();

/// Writes out what is left. The exit code, or that of the environment, having said so, where
/// standard output did not take all.
int endStreams(int code);

} // namespace shardc
