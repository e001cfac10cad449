// SPDX-License-Identifier: Apache-2.0
// Collectives that NCCL has itself: of GPUs with a device each, whose parts are even. Groups of
// devices have communicators of their own, split off when they are first needed; as all ranks do
// the same steps, all come to that.
#pragma once

#include "runtime/collectives/nccl/even_cuda.h"
#include "runtime/collectives/nccl/gpu_cuda.h"
#include "runtime/host/start/processes.h"

#include <set>
#include <tuple>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Boxes of a buffer that are sent, or arrive, one after another.
struct Pieces {
  std::vector<Box> boxes;
  Box window;
  bool is_there = false; // they lie so in the buffer; else copies of them do elsewhere

  int64_t count() const { return elements(boxes.front()) * static_cast<int64_t>(boxes.size()); }
};

class Library {
public:
  /// `gpus` are this process's, in the order of their devices; `ranks` has the rank of each device.
  Library(std::vector<Gpu> &gpus, const Placement &ranks, int rank_count);
  ~Library();
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  /// Does them, if all are even gathers.
  bool gather(const Calls<Exchange> &calls);
  /// Does them, if NCCL may add up all of them in an order of its own, and can.
  bool sum(const Calls<Reduction> &calls);

private:
  using Groups = std::vector<EvenBoxes>;
  /// A GPU's part of a call.
  struct Task {
    ncclComm *comm = nullptr;
    Pieces sent, received;
  };

  const Groups *groups_of(const Exchange &table);
  const Groups *groups_of(const Reduction &table);
  template <typename Table>
  bool has_all(const Calls<Table> &calls);
  template <typename Table>
  void run(const Calls<Table> &calls);
  template <typename Table>
  Task &task_of(Gpu &gpu, const Calls<Table> &calls, size_t call);
  void split(const Groups &groups, const std::vector<int> &axes);
  void set_pieces(Task &task, const Exchange &table, const EvenBoxes &group, size_t place);
  void set_pieces(Task &task, const Reduction &table, const EvenBoxes &group, size_t place);
  void call(Gpu &gpu, const Call<Exchange> &call, const Task &task);
  void call(Gpu &gpu, const Call<Reduction> &call, const Task &task);

  std::vector<Gpu> &gpus;
  const Placement &ranks;
  const bool has_one_device_each;
  std::map<const void *, std::optional<Groups>> known;          // by table
  std::map<std::pair<int, std::vector<int>>, ncclComm *> comms; // by rank and axes
  std::set<const void *> is_split;                              // tables that have them
  std::map<std::tuple<int, const void *, size_t>, Task> tasks; // by rank, table, number of the call
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
