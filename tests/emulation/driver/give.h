// SPDX-License-Identifier: Apache-2.0
// What the stand-in for NVIDIA's driver does for others beside it.
#pragma once

#include <functional>
#include <vector>

struct CUstream_st;

/// Work of several streams at once.
extern "C" void emulatedGive(const std::vector<CUstream_st *> &streams, std::function<void()> work);
/// A stream's number, as they were made.
extern "C" int emulatedNumber(CUstream_st *stream);
