// SPDX-License-Identifier: Apache-2.0
// Parts of inputs, outputs and values in the memory of devices, between it and the host's.
#pragma once

#include "runtime/host/program.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Where a part begins in a device's memory, and how much there is room for.
struct PartPlace {
  Stream stream;
  char *at;
  Box window;
};
PartPlace place_of(const Part &part, const Slot &slot);
/// Of each part of a tensor, by its number.
using PartPlaces = std::function<PartPlace(size_t part)>;

/// A box, to the device from pieces that have all of it. `size`: of an element. [bytes]
void upload(PartPlace to, const Box &box, const std::vector<BoxData> &pieces, size_t size);
/// The other way, to memory that has room for `room`.
void download(PartPlace from, const Box &box, char *data, const Box &room, size_t size);

/// From one place of a device to another that lies alike, without the host.
void copy(PartPlace from, const PartPlace &to, Type type);

/// What a device holds of a tensor [bytes].
size_t shard_bytes(const Tensor &tensor, int device);
/// The boxes that a device holds of a tensor, row-major, one after another. Throws where they have
/// another number of bytes.
void put_shard(const Tensor &tensor, int device, const void *data, size_t data_bytes,
               const PartPlaces &places);
void get_shard(const Tensor &tensor, int device, void *data, size_t data_bytes,
               const PartPlaces &places);

/// Whether a device has the same of both, in memory of the same form.
bool are_alike(const Tensor &a, const Tensor &b, int device);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
