// SPDX-License-Identifier: Apache-2.0
// Folders of .npy files: an array each, called by its path, "params/hidden/kernel".
#pragma once

#include "runtime/namespace.h"

#include <map>
#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// "params/hidden/kernel.npy". What could lead elsewhere, or is no letter, digit or one of "_-.",
/// is written as %XX.
std::string file_of(const std::string &name);
/// The .npy files of a folder and of those in it, by name. Throws if it cannot be read.
std::map<std::string, std::string> files_in(const std::string &folder);
/// Gives a folder, "x.part/", the name of another, "x/", which it replaces if that is there:
/// where that fails, or is cut short, the older one still is, or both are, one as "x.old.part".
void replace_folder(const std::string &unfinished, const std::string &folder);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
