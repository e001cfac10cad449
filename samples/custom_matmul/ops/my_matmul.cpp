// y = alpha * x w, of the parts that a device has: where devices split j, each adds up its share.
#include "runtime/op.h"

extern "C" const char *my_matmul(const shardc_call *call) {
  const shardc_part &x = call->operands[0], &w = call->operands[1], &y = call->results[0];
  const auto *left = static_cast<const float *>(x.data),
             *right = static_cast<const float *>(w.data);
  auto *out = static_cast<float *>(y.data);
  const auto alpha = static_cast<float>(call->attributes[0].number);
  for (int64_t i = 0; i < y.extents[0]; ++i)
    for (int64_t k = 0; k < y.extents[1]; ++k) {
      float sum = 0;
      for (int64_t j = 0; j < x.extents[1]; ++j)
        sum +=
            left[i * x.strides[0] + j * x.strides[1]] * right[j * w.strides[0] + k * w.strides[1]];
      out[i * y.strides[0] + k * y.strides[1]] = alpha * sum;
    }
  return nullptr;
}
