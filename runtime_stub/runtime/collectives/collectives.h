// SPDX-License-Identifier: Apache-2.0
// How devices of a mesh exchange data. One call carries all devices of this process; a back end
// (collectives_cpu.cpp, collectives_cuda.cpp) does the work on their streams.
#pragma once

#include "runtime/collectives/combine.h"
#include "runtime/host/list.h"
#include "runtime/host/program.h"

#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Devices that differ only in their coordinates on `axes`: a group for every choice of the others.
struct Group {
  const char *name;      // the axes, for people
  std::vector<int> mesh; // sizes of the mesh's axes, major to minor
  std::vector<int> axes; // positions in `mesh`, major first: of collectives ascending

  /// The devices of the group that `device` is in, in the order of their coordinates on the axes.
  std::vector<int> members(int device) const;
};

/// A box on every device, and the window of the buffer that it lies in.
struct Boxes {
  Box (*box)(int device);
  Box (*window)(int device);
};

/// Every device's needed box is filled from what the members of its group hold. Held boxes do not
/// overlap. Both may be in the same buffer: what a device has itself then stays where it is.
struct Exchange {
  Group group;
  Boxes held, needed;
};

/// Members hold the same box; every needed box, a part of it, is filled with the combination of
/// what all of them hold: of pairs, then of pairs of those (runtime/device/sum_order.h). So all get
/// the same bits, and those of one device that adds up all by itself.
struct Reduction {
  Group group;
  Combine combine;
  bool as_bits = false; // of the elements' bits as unsigned integers
  Boxes held, needed;
  bool any_order = false; // a library may combine in an order of its own
};

/// One buffer on every device of this process, in the order of `Machine::local`: pointers to it
/// that lie in somebody else's memory, at equal distances.
class Each {
public:
  Each(Type type, const void *pointers, size_t distance, size_t count)
      : type(type), pointers(static_cast<const char *>(pointers)), distance(distance),
        count(count) {}
  Each(Type type, const std::vector<char *> &buffers)
      : Each(type, buffers.data(), sizeof(char *), buffers.size()) {}

  Type type;

  size_t size() const { return count; }
  char *operator[](size_t place) const {
    char *buffer;
    std::memcpy(&buffer, pointers + place * distance, sizeof buffer); // of any type
    return buffer;
  }
  /// Whether all have the same buffers.
  bool is_in_place_of(const Each &other) const {
    for (size_t place = 0; place < count; ++place)
      if ((*this)[place] != other[place]) return false;
    return true;
  }

private:
  const char *pointers;
  size_t distance, count;
};

/// The element type that is stored as T.
template <typename T>
struct TypeOf;
#define SHARDC_TYPE(name, cpp, ...)                                                                \
  template <>                                                                                      \
  struct TypeOf<cpp> {                                                                             \
    static constexpr Type type = Type::name;                                                       \
  };
#include "runtime/types.def"
#undef SHARDC_TYPE

/// `each(shards, &Buffers::p)`, as long as `shards` are there.
template <typename Local, typename Buffers, typename T>
Each each(const std::vector<Local> &shards, T *Buffers::*buffer) {
  const void *const first = shards.empty() ? nullptr : &(shards.front().at.*buffer);
  return {TypeOf<T>::type, first, sizeof(Local), shards.size()};
}

/// One of the collectives that are done at once. The table lives as long as the program.
template <typename Table>
struct Call {
  const char *step;
  const Table &table;
  Each from, into;
};

/// All of them: `{{"4 y", ...}, {"5 z", ...}}`.
template <typename Table>
using Calls = List<Call<Table>>;

/// Nothing but the boxes is read or written, and of `calls` nothing is kept. Calls hand work to the
/// streams and do not wait for it. What is done at once has the same groups, and none of it touches
/// what another writes: members meet once for all.
///
/// What is started runs beside the kernels that streams are given from then on, up to the wait for
/// it, by the first of its steps. Until then none of them writes what it reads or uses what it
/// writes. All processes start, and wait, in one order.
class Collectives {
public:
  virtual ~Collectives() = default;
  virtual void start_exchange(const Calls<Exchange> &calls) = 0;
  virtual void start_reduce(const Calls<Reduction> &calls) = 0;
  virtual void wait(const char *step) = 0;

  void exchange(const Calls<Exchange> &calls) {
    start_exchange(calls);
    wait(calls.front().step);
  }
  void reduce(const Calls<Reduction> &calls) {
    start_reduce(calls);
    wait(calls.front().step);
  }

  // One by itself.
  void exchange(const char *step, const Exchange &table, Each from, Each into) {
    start_exchange(step, table, from, into);
    wait(step);
  }
  void reduce(const char *step, const Reduction &table, Each from, Each into) {
    start_reduce(step, table, from, into);
    wait(step);
  }
  void start_exchange(const char *step, const Exchange &table, Each from, Each into) {
    start_exchange({{step, table, from, into}});
  }
  void start_reduce(const char *step, const Reduction &table, Each from, Each into) {
    start_reduce({{step, table, from, into}});
  }
};

std::shared_ptr<Collectives> make_collectives(Machine &machine, size_t workspace_bytes,
                                              const Options &options);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
