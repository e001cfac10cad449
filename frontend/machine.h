// SPDX-License-Identifier: Apache-2.0
// The numbers of a machine that choices weigh. Pure data.
#pragma once

#include "frontend/ir/formula/expressions/number.h"

#include <array>
#include <string>

namespace shardc {

/// Per second, by ElementType; none of `index`.
using Operations = std::array<double, kElementTypes>;

/// What one device is, and what reaches it: a GPU, or the core that a thread has. Choices weigh
/// ratios of these, so a figure that is off by half changes little. What a sum rounds to depends on
/// none of them. Times are in seconds, rates per second, sizes in bytes.
struct Machine {
  std::string name;
  std::string summary = {};      // of one that is known
  double memoryBandwidth = 0;    // bytes to and from memory
  double lastCacheBandwidth = 0; // bytes to and from the last cache before it
  double cacheBandwidth = 0;     // bytes from the first cache
  double linkBandwidth = 0;      // bytes that are received of other devices of the host
  double networkBandwidth = 0;   // bytes that are received of other hosts
  /// Simple operations on elements of each type, a multiply-add counted as two.
  Operations operations = {};
  double launch = 0;                    // of a kernel
  double message = 0;                   // of a move between devices, however little moves
  double networkMessage = 0;            // of a message between hosts
  double cores = 0, threadsPerCore = 0; // streaming multiprocessors, and what one has at a time
  double cache = 0, sharedMemory = 0;   // the last cache before memory; of a block of threads
  double cacheLine = 0, vector = 0;     // of memory; of the widest load or register

  // Of a network between processes that share caches; 0: it is not known to have such.
  double networkSmall = 0, networkSmallMessage = 0; // of so many bytes, a message takes that
  double ownCache = 0;                              // of all caches that a device has by itself
  double networkRewriteBandwidth = 0; // bytes there that are written, after another has read them

  double operationsOf(ElementType type) const { return operations[static_cast<size_t>(type)]; }
  /// The part of so many bytes, gone through again and again, that the last cache holds.
  double heldOf(double touched) const { return touched > cache ? cache / touched : 1; }
  /// Seconds in which a byte of so many comes or goes.
  double secondsOfByte(double touched) const {
    const double held = heldOf(touched);
    return held / lastCacheBandwidth + (1 - held) / memoryBandwidth;
  }
};

/// The machines that are known by name; the first is taken where none is asked for.
ArrayRef<Machine> machines();
/// One of them; null where there is none of this name.
const Machine *findMachine(StringRef name);

/// A number of a machine with its key in JSON.
struct MachineNumber {
  const char *key;
  double Machine::*member;
  double Machine::*otherwise =
      nullptr;                // what it is in files that leave it out; none: it is wanted,
  const char *with = nullptr; // or left out with that key: both are 0 then
};
/// All but operations, in the order of files.
ArrayRef<MachineNumber> machineNumbers();

} // namespace shardc
