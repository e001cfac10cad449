// SPDX-License-Identifier: Apache-2.0
// What differs between the shards of a function, as generated code sees it: the fields of its
// Device, each a Range of indices.
#pragma once

#include "codegen/plan/plan.h"

#include "llvm/ADT/Hashing.h"

#include <unordered_map>

namespace shardc {

/// What belongs to ranges, by their values; the first of equal ones counts.
template <typename T>
class SpanTable {
public:
  const T *find(const Span &span) const {
    const auto alike = table.find(hashOf(span));
    if (alike == table.end()) return nullptr;
    for (const auto &[known, of] : alike->second)
      if (known == span) return &of;
    return nullptr;
  }
  void add(const Span &span, T of) {
    if (!find(span)) table[hashOf(span)].push_back({span, std::move(of)});
  }

private:
  /// Of a few of the values: there may be thousands.
  static uint64_t hashOf(const Span &span) {
    uint64_t hash = 0;
    for (const Bound *bound : {&span.lo, &span.hi}) {
      const auto &values = *bound->values;
      hash = llvm::hash_combine(hash, values.size(), values.front(), values.back(),
                                values[values.size() / 2]);
    }
    return hash;
  }
  std::unordered_map<uint64_t, std::vector<std::pair<Span, T>>> table;
};

/// A field of a function's `Device`: a range that some window, box or loop has and that differs
/// between shards.
struct DeviceField {
  std::string name; // "i" where it is the slice of coordinate i itself; else after the first value
  Span span;
  /// The first buffer whose box has the range, else whose window has it; null: only a loop has.
  const Buffer *buffer = nullptr;
  size_t dimension = 0;
  bool inWindow = false;
};
struct DeviceLayout {
  std::vector<DeviceField> fields;
  SmallVector<int64_t, 4> counts; // of the slices of each coordinate
  std::string owner;              // "z's", where the function makes only that output

  /// How kernels name a range as a window's dimension: "d.i", "Whole<4>()", "Fixed<2, 3>()".
  std::string dimension(const Span &span) const;
  /// The field with this span; null where the span is uniform.
  const DeviceField *find(const Span &span) const;
  void add(DeviceField field);

private:
  SpanTable<size_t> known; // of fields
};

/// The fields of a function, in order of first use: coordinates that are used, then windows and
/// loops of kernels, then boxes of buffers.
DeviceLayout deviceLayout(const Function &function);

} // namespace shardc
