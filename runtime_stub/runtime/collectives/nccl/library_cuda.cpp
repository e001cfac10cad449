// SPDX-License-Identifier: Apache-2.0
// Calls of the library's own collectives, where what they do is what a table says: one device on
// each GPU, parts of one size that lie one after another in memory, and for sums leave to add in
// any order. Communicators are split off for all groups along some axes when one of these is first
// used.
#include "runtime/collectives/nccl/library_cuda.h"

#include "runtime/collectives/cuda_local/copies_cuda.h"
#include "runtime/collectives/nccl/nccl_cuda.h"

#include <numeric>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Whether boxes lie one after another in a window's memory, each in one piece.
static bool follow(const std::vector<Box> &boxes, const Box &window) {
  const int64_t count = elements(boxes.front()), first = start_of(boxes.front(), window);
  for (size_t k = 0; k < boxes.size(); ++k)
    if (!is_one_piece(boxes[k], window) ||
        start_of(boxes[k], window) != first + static_cast<int64_t>(k) * count)
      return false;
  return true;
}

Library::Library(std::vector<Gpu> &gpus, const Placement &ranks, int rank_count)
    : gpus(gpus), ranks(ranks), has_one_device_each(rank_count == ranks.devices()) {}

Library::~Library() {
  for (const auto &[key, comm] : comms)
    nccl().CommDestroy(comm);
}

static std::vector<int> all_devices(const Placement &ranks) {
  std::vector<int> all(ranks.devices());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

const Library::Groups *Library::groups_of(const Exchange &table) {
  const auto [found, is_new] = known.try_emplace(&table);
  if (is_new) found->second = even_gather(find_routes(table, all_devices(ranks)));
  return found->second ? &*found->second : nullptr;
}

const Library::Groups *Library::groups_of(const Reduction &table) {
  const auto [found, is_new] = known.try_emplace(&table);
  const bool is_sum = table.any_order && table.combine == Combine::add && !table.as_bits;
  if (is_new && is_sum) found->second = even_sum(find_routes(table, all_devices(ranks)));
  return found->second ? &*found->second : nullptr;
}

template <typename Table>
bool Library::has_all(const Calls<Table> &calls) {
  if (!has_one_device_each || nccl().CommSplit == nullptr) return false;
  return std::all_of(calls.begin(), calls.end(),
                     [&](const Call<Table> &call) { return groups_of(call.table) != nullptr; });
}

bool Library::gather(const Calls<Exchange> &calls) {
  if (!has_all(calls)) return false;
  run(calls);
  return true;
}

bool Library::sum(const Calls<Reduction> &calls) {
  for (const Call<Reduction> &call : calls)
    if (!nccl_type(call.from.type)) return false;
  if (!has_all(calls)) return false;
  run(calls);
  return true;
}

/// The ranks of a group have the order of its members. NCCL wants nothing of the whole to be under
/// way.
void Library::split(const Groups &groups, const std::vector<int> &axes) {
  for (Gpu &gpu : gpus)
    finish(gpu.stream());
  check_nccl(nccl().GroupStart(), "split");
  for (Gpu &gpu : gpus)
    for (size_t group = 0; group < groups.size(); ++group) {
      const std::vector<int> &members = groups[group].devices;
      const auto place = std::find(members.begin(), members.end(), gpu.devices.front());
      if (place == members.end()) continue;
      use(gpu.stream());
      check_nccl(nccl().CommSplit(gpu.comm, static_cast<int>(group),
                                  static_cast<int>(place - members.begin()),
                                  &comms[{gpu.rank, axes}], nullptr),
                 "split");
    }
  check_nccl(nccl().GroupEnd(), "split");
}

void Library::set_pieces(Task &task, const Exchange &, const EvenBoxes &group, size_t place) {
  task.sent = {{group.boxes[place]}, group.from[place]};
  task.received = {group.boxes, group.into[place]};
}

void Library::set_pieces(Task &task, const Reduction &, const EvenBoxes &group, size_t place) {
  const std::vector<Box> own = {group.boxes[place]};
  const bool is_same = same_box(group.boxes.front(), group.boxes.back());
  task.sent = {is_same ? own : group.boxes, group.from[place]};
  task.received = {own, group.into[place]};
}

template <typename Table>
Library::Task &Library::task_of(Gpu &gpu, const Calls<Table> &calls, size_t call) {
  const Table &table = calls[call].table;
  const auto [found, is_new] = tasks.try_emplace({gpu.rank, &table, call});
  Task &task = found->second;
  if (!is_new) return task;
  task.comm = comms.at({gpu.rank, table.group.axes});
  for (const EvenBoxes &group : *groups_of(table)) {
    const auto place = std::find(group.devices.begin(), group.devices.end(), gpu.devices.front());
    if (place != group.devices.end())
      set_pieces(task, table, group, static_cast<size_t>(place - group.devices.begin()));
  }
  for (Pieces *pieces : {&task.sent, &task.received})
    pieces->is_there = follow(pieces->boxes, pieces->window);
  return task;
}

/// Where boxes are one after another.
static char *place_of(Gpu &gpu, const Pieces &pieces, char *buffer, size_t size) {
  if (pieces.is_there) return buffer + start_of(pieces.boxes.front(), pieces.window) * size;
  return gpu.room(&pieces, pieces.count() * size);
}

/// Copies boxes there, or from there.
static void copy_boxes(Gpu &gpu, const char *step, const Pieces &pieces, char *buffer, size_t size,
                       bool is_sent) {
  if (pieces.is_there) return;
  char *at = gpu.room(&pieces, pieces.count() * size);
  for (const Box &box : pieces.boxes) {
    if (is_sent)
      copy_on(gpu.stream(), step, box, {at, box}, {buffer, pieces.window}, size);
    else
      copy_on(gpu.stream(), step, box, {buffer, pieces.window}, {at, box}, size);
    at += elements(box) * size;
  }
}

void Library::call(Gpu &gpu, const Call<Exchange> &call, const Task &task) {
  const size_t size = bytes(call.from.type), number = &gpu - gpus.data();
  check_nccl(nccl().AllGather(place_of(gpu, task.sent, call.from[number], size),
                              place_of(gpu, task.received, call.into[number], size),
                              task.sent.count() * size, Nccl::kBytes, task.comm,
                              use(gpu.stream()).stream),
             call.step);
}

void Library::call(Gpu &gpu, const Call<Reduction> &call, const Task &task) {
  const size_t size = bytes(call.from.type), number = &gpu - gpus.data();
  const auto reduce =
      task.sent.boxes.size() == 1 ? nccl().AllReduce : nccl().ReduceScatter; // both take as much
  check_nccl(reduce(place_of(gpu, task.sent, call.from[number], size),
                    place_of(gpu, task.received, call.into[number], size), task.received.count(),
                    *nccl_type(call.from.type), Nccl::kSum, task.comm, use(gpu.stream()).stream),
             call.step);
}

template <typename Table>
void Library::run(const Calls<Table> &calls) {
  const auto for_each_task = [&](auto act) {
    for (Gpu &gpu : gpus)
      for (size_t call = 0; call < calls.size(); ++call)
        act(gpu, calls[call], task_of(gpu, calls, call), &gpu - gpus.data());
  };
  const Table &first = calls.front().table; // all have its groups
  if (is_split.insert(&first).second &&
      comms.find({gpus.front().rank, first.group.axes}) == comms.end())
    split(*groups_of(first), first.group.axes);
  for_each_task([](Gpu &gpu, const Call<Table> &call, const Task &task, size_t number) {
    copy_boxes(gpu, call.step, task.sent, call.from[number], bytes(call.from.type), true);
  });
  check_nccl(nccl().GroupStart(), calls.front().step);
  for_each_task(
      [&](Gpu &gpu, const Call<Table> &own, const Task &task, size_t) { call(gpu, own, task); });
  check_nccl(nccl().GroupEnd(), calls.front().step);
  for_each_task([](Gpu &gpu, const Call<Table> &call, const Task &task, size_t number) {
    copy_boxes(gpu, call.step, task.received, call.into[number], bytes(call.into.type), false);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
