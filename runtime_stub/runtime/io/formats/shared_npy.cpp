// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/formats/shared_npy.h"

#include "runtime/io/formats/npy.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

SharedNpy::SharedNpy(const std::string &path, Type type, std::vector<int64_t> extents)
    : type(type), shape(std::move(extents)),
      file(path, formatNpyHeader(type, shape), elementsOf(shape, type) * bytes(type)) {}

void SharedNpy::write(const Box &box, const char *data) const {
  const size_t size = bytes(type);
  file.write([&](const SharedFile::Put &put) {
    for_each_row(box, whole(shape), box, [&](int64_t to, int64_t from, int64_t count) {
      put(data + from * size, count * size, to * size);
    });
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
