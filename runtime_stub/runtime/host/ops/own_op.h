// SPDX-License-Identifier: Apache-2.0
// Code that is the user's own (op.h), and the parts of values that it is given.
#pragma once

#include "runtime/host/list.h"
#include "runtime/interval.h"
#include "runtime/op.h"
#include "runtime/type.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A dimension of a value: how much there is of it, in memory, and in the part that is given.
struct PartDim {
  int64_t whole;
  Interval window, part;
  int position = -1; // which of a manual region's positions it numbers (positions.h)
};
/// One that the device has all of; whose memory holds the part alone; a part of what it holds.
constexpr PartDim dim(int64_t whole) { return {whole, {0, whole}, {0, whole}}; }
constexpr PartDim dim(int64_t whole, Interval part) { return {whole, part, part}; }
constexpr PartDim dim(int64_t whole, Interval window, Interval part) {
  return {whole, window, part};
}
/// One that numbers positions of a manual region, each of which has a call without it.
constexpr PartDim position(int number, PartDim dim) {
  dim.position = number;
  return dim;
}

/// An element of any type.
struct Fill {
  char bytes[16] = {};
};

/// A part of a value in a device's memory; of a result that nobody reads, nothing.
struct ValuePart {
  const void *memory = nullptr; // of the window
  Type type = {};
  List<PartDim> dims = {};
  /// Where the code is given an array in its place (pad.h): its extents, and what is behind the
  /// part.
  List<int64_t> padded = {};
  Fill fill = {};
};

bool is_empty(const ValuePart &part);

/// Memory that a call has for itself.
struct Scratch {
  void *memory = nullptr;
  int64_t bytes = 0;
};

/// Where calls of a device keep things (op.h); nowhere, where it has no function.
struct Keeper {
  shardc_kept *(*keep)(void *keeper, const void *key) = nullptr;
  void *keeper = nullptr;
};

/// Threads that may help a call (op.h); none, where it has no function.
struct Divider {
  void (*divide)(void *divider, int64_t count, void (*one)(const void *work, int64_t number),
                 const void *work) = nullptr;
  void *divider = nullptr;
};

/// A function of the user's, and what it is told besides values.
struct OwnOp {
  const char *name; // for messages
  const char *(*function)(const shardc_call *);
  List<shardc_axis> axes; // of the mesh, without places on them
  List<shardc_attribute> attributes;
};

/// Whether there is nothing to call it for: a result has no element, and nobody waits for this
/// device. `others`: null where it has no communicator.
bool is_idle(const List<ValuePart> &results, const shardc_communicator *others);
/// Calls it for a device, unless it is idle. Returns what it says is wrong, or null. `stream`:
/// CUDA's; null on CPUs.
const char *call(const OwnOp &op, int device, void *stream, const List<ValuePart> &operands,
                 const List<ValuePart> &results, Scratch scratch = {}, Keeper keeper = {},
                 Divider divider = {}, const shardc_communicator *others = nullptr);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
