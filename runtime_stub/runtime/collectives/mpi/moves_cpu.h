// SPDX-License-Identifier: Apache-2.0
// What a process does to move boxes between buffers of its own and other processes: a program uses
// the same buffers at every call, so it is worked out at the first one.
#pragma once

#include "runtime/collectives/parcels.h"
#include "runtime/host/pages.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The buffers of collectives that are done at once: call by call, those of all devices by their
/// place in this process.
struct Buffers {
  std::vector<char *> from, into;
  bool operator==(const Buffers &) const = default;
};

/// Where a parcel's box has no other place in one piece.
inline char *memory_of(Parcel &parcel, size_t element_bytes, Pages &pages) {
  if (parcel.memory == nullptr) parcel.memory = pages.take(elements(parcel.box) * element_bytes);
  return parcel.memory;
}

inline void copy_to(char *to, const Box &to_window, const char *from, const Box &from_window,
                    const Box &box, size_t element_bytes, bool past_caches) {
  (past_caches ? copy_box_past_caches : copy_box)(to, to_window, from, from_window, box,
                                                  element_bytes);
}

struct Moves {
  struct Copy {
    char *to;
    Box to_window;
    const char *from;
    Box from_window;
    Box box;
    size_t element_bytes;

    /// The same, as a row where it is one piece on both sides.
    Copy as_row() const {
      if (!is_one_piece(box, to_window) || !is_one_piece(box, from_window)) return *this;
      const Box row = {{0, elements(box)}};
      return {to + start_of(box, to_window) * element_bytes,
              row,
              from + start_of(box, from_window) * element_bytes,
              row,
              row,
              element_bytes};
    }
  };
  std::vector<const void *> tables; // of the calls that these are for, and their buffers
  Buffers buffers;

  std::vector<Copy> packed; // before messages go
  std::vector<Message> sent, received;
  std::vector<Copy> kept; // meanwhile
  std::vector<Copy> handed_out;
  std::unique_ptr<UnderWay> way; // of the messages: the same ones at every call

  static void make(const std::vector<Copy> &copies, bool past_caches = false) {
    for (const Copy &copy : copies)
      copy_to(copy.to, copy.to_window, copy.from, copy.from_window, copy.box, copy.element_bytes,
              past_caches && is_past_caches(elements(copy.box) * copy.element_bytes));
  }

  /// `at`: the memory of the device that has it.
  void send(Parcel &parcel, char *at, size_t size, Pages &pages) {
    const Box &window = parcel.at.front().window;
    char *data = at;
    if (is_one_piece(parcel.box, window)) {
      data += start_of(parcel.box, window) * size;
    } else {
      data = memory_of(parcel, size, pages);
      packed.push_back({data, parcel.box, at, window, parcel.box, size});
    }
    sent.push_back({parcel.process, data, elements(parcel.box) * size});
  }

  /// `at(device)`: the memory of one that needs it.
  template <typename At>
  void receive(Parcel &parcel, const At &at, size_t size, Pages &pages) {
    const Placed &first = parcel.at.front();
    const bool in_place = is_one_piece(parcel.box, first.window);
    char *const data = in_place ? at(first.device) + start_of(parcel.box, first.window) * size
                                : memory_of(parcel, size, pages);
    received.push_back({parcel.process, data, elements(parcel.box) * size});
    for (const Placed &place : parcel.at)
      if (!in_place || &place != &first)
        handed_out.push_back(
            Copy{at(place.device), place.window, data, parcel.box, parcel.box, size}.as_row());
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
