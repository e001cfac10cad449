// SPDX-License-Identifier: Apache-2.0
// What processes send each other in a collective: worked out by each for itself, from the tables
// that all have. What goes from one process to another is in the same order in the lists of both.
//
// A process is sent a box once, however many of its devices need it. What devices of one process
// add to a sum it adds up itself, as far as they are whole subtrees of the sum's tree: so no bit
// depends on which devices share a process.
#pragma once

#include "runtime/collectives/collectives_routes.h"
#include "runtime/host/start/processes.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The buffer of a device of this process.
struct Placed {
  int device;
  Box window;
};

/// A box that goes to another process, or comes from it.
struct Parcel {
  int process;
  Box box;
  std::vector<Placed> at; // sent: what is combined to make it; received: all that need it
  char *memory =
      nullptr; // row-major, where it is not sent from a device's memory or received there
};

struct ExchangeParcels {
  std::vector<Parcel> sent, received;
  struct Copy {
    Placed from, into;
    Box box;
  };
  std::vector<Copy> kept; // between devices of this process
};

struct ReductionParcels {
  std::vector<Parcel> sent, received; // subtrees; of the received ones `at` is empty
  /// Members first, first + 1, ..., first + span - 1 of a group.
  struct Tree {
    int first, span;
    std::vector<Placed> own; // members of this process; none: they are in `received[index]`
    size_t index;
  };
  struct Target {
    Box box;
    std::vector<Tree> trees; // ascending
    std::vector<Placed> into;
  };
  std::vector<Target> targets;                    // what this process combines
  std::vector<Parcel> shares_sent, shares_wanted; // afterwards, where each combines a share for all
  bool in_blocks = true; // a target's block may be written before the next one is read
};

/// Of the groups that this process has devices of.
ExchangeParcels find_parcels(const std::vector<ExchangeRoute> &routes, const Placement &placement,
                             int process);
/// `in_trees`: subtrees are added up before they go; else each member's part goes by itself.
ReductionParcels find_parcels(const std::vector<ReductionRoute> &routes, const Placement &placement,
                              int process, size_t element_bytes, bool in_trees = true);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
