// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/parts.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

PartPlace place_of(const Part &part, const Slot &slot) {
  return {slot.stream, slot.arena + part.offset, part.window(slot.device)};
}

void upload(PartPlace to, const Box &box, const std::vector<BoxData> &pieces, size_t size) {
  std::vector<char> staged(elements(to.window) * size);
  for (const BoxData &piece : pieces)
    copy_box(staged.data(), to.window, piece.data, piece.box, intersect(box, piece.box), size);
  to.stream.upload(to.at, staged.data(), staged.size());
}

void download(PartPlace from, const Box &box, char *data, const Box &room, size_t size) {
  std::vector<char> staged(elements(from.window) * size);
  from.stream.download(staged.data(), from.at, staged.size());
  copy_box(data, room, staged.data(), from.window, box, size);
}

void copy(PartPlace from, const PartPlace &to, Type type) {
  from.stream.upload(to.at, from.at, elements(to.window) * bytes(type));
}

size_t shard_bytes(const Tensor &tensor, int device) {
  size_t count = 0;
  for (const Part &part : tensor.parts)
    count += elements(part.box(device));
  return count * bytes(tensor.type);
}

/// For a caller who brings or wants that many bytes of it, to or from `data`.
static void require_shard(const Tensor &tensor, int device, const void *data, size_t data_bytes) {
  const size_t expected = shard_bytes(tensor, device);
  if (data_bytes != expected)
    throw Error(Exit::wrong_input, "device " + std::to_string(device) + " holds " +
                                       std::to_string(expected) + " bytes of '" +
                                       std::string(tensor.name) + "', not " +
                                       std::to_string(data_bytes));
  if (data == nullptr && data_bytes > 0) throw Error(Exit::usage, "there is no data");
}

void put_shard(const Tensor &tensor, int device, const void *data, size_t data_bytes,
               const PartPlaces &places) {
  require_shard(tensor, device, data, data_bytes);
  const char *from = static_cast<const char *>(data);
  for (size_t k = 0; k < tensor.parts.size(); ++k) {
    const Box box = tensor.parts[k].box(device);
    if (elements(box) == 0) continue;
    upload(places(k), box, {{box, from}}, bytes(tensor.type));
    from += elements(box) * bytes(tensor.type);
  }
}

void get_shard(const Tensor &tensor, int device, void *data, size_t data_bytes,
               const PartPlaces &places) {
  require_shard(tensor, device, data, data_bytes);
  char *to = static_cast<char *>(data);
  for (size_t k = 0; k < tensor.parts.size(); ++k) {
    const Box box = tensor.parts[k].box(device);
    if (elements(box) == 0) continue;
    download(places(k), box, to, box, bytes(tensor.type));
    to += elements(box) * bytes(tensor.type);
  }
}

bool are_alike(const Tensor &a, const Tensor &b, int device) {
  if (a.type != b.type || a.shape != b.shape || a.parts.size() != b.parts.size()) return false;
  if (a.partials.count != 1 || b.partials.count != 1) return false;
  for (size_t k = 0; k < a.parts.size(); ++k)
    if (!same_box(a.parts[k].box(device), b.parts[k].box(device)) ||
        !same_box(a.parts[k].window(device), b.parts[k].window(device)))
      return false;
  return true;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
