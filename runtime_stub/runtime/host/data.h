// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/program.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The value of a constant. A file lies in `data_dir` if that is given, else in the folder that the
/// environment variable NAME_DATA_DIR names (NAME is the program's, in capitals), else in `data`
/// beside the executable, else where it was when the program was built, else in `data` one folder
/// above the executable. Throws if it is in none of them, or is not what the program says.
Array read_constant(const Program &program, const Constant &constant, const std::string &data_dir);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
