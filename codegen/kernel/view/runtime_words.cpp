// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/runtime_words.h"

namespace shardc {

constexpr RuntimeWord kWords[] = {
    {"Window", "device/window.h"},
    {"Whole", "device/window.h"},
    {"Fixed", "device/window.h"},
    {"SumTree", "device/sum_order.h"},
    {"sum_of_lanes", "device/cpu/lanes_cpu.h"},
    {"over_lanes", "device/cpu/lanes_cpu.h"},
    {"in_lanes", "device/cpu/lanes_cpu.h"},
    {"fill_lanes", "device/cpu/lanes_cpu.h"},
    {"fma", "device/fma.h"},
    {"leaf_start", "device/sum_order.h"},
    {"leaf_of", "device/sum_order.h"},
    {"packed_product", "device/cpu/product_cpu.h"},
    {"in_runs", "device/cpu/product_cpu.h"},
    {"skinny_product", "device/cpu/skinny_product_cpu.h"},
    {"scratch", "device/cpu/product_cpu.h"},
    {"tiled_product", "device/cuda/product_cuda.h"},
    {"Finish", "device/cuda/tile_ends_cuda.h"},
    {"finish_vec", "device/cuda/tile_ends_cuda.h"},
    {"tensor_product", "device/cuda/product_tensor_cuda.h"},
    {"RowTeam", "device/cuda/teams_cuda.h"},
    {"ColumnTeam", "device/cuda/teams_cuda.h"},
    {"sum_by_team", "device/cuda/teams_cuda.h"},
    {"over_team", "device/cuda/teams_cuda.h"},
    {"push_own", "device/cuda/push_cuda.h"},
    {"RowShape", "device/cuda/parts_cuda.h"},
    {"ColumnShape", "device/cuda/parts_cuda.h"},
    {"load_part", "device/cuda/parts_cuda.h"},
    {"part_of", "device/cuda/parts_cuda.h"},
    {"store_part", "device/cuda/parts_cuda.h"},
    {"for_each_of_part", "device/cuda/parts_cuda.h"},
    {"over_parts", "device/cuda/parts_cuda.h"},
    {"sum_of_parts", "device/cuda/parts_cuda.h"},
    {"Vec", "device/cuda/vec_cuda.h"},
    {"load_vec", "device/cuda/vec_cuda.h"},
    {"zeros_unless", "device/cuda/vec_cuda.h"},
    {"store_vec", "device/cuda/vec_cuda.h"},
    {"in_blocks", "device/cpu/vector_functions_cpu.h"},
    {"in_vectors", "device/cpu/vector_functions_cpu.h"},
    {"load", "device/cpu/vector_functions_cpu.h"},
    {"store", "device/cpu/vector_functions_cpu.h"},
    {"numbers", "device/cpu/vector_functions_cpu.h"},
    {"spread", "device/cpu/vector_functions_cpu.h"},
    {"converted", "device/cpu/vector_functions_cpu.h"},
    {"one_where", "device/cpu/vector_functions_cpu.h"},
    {"choose", "device/cpu/vector_functions_cpu.h"},
    {"Along", ""},
    {"Tile", ""},
    {"Interval", ""},
};

llvm::ArrayRef<RuntimeWord> runtimeWords() { return kWords; }

} // namespace shardc
