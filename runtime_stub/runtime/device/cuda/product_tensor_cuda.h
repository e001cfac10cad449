// SPDX-License-Identifier: Apache-2.0
// Products of matrices by a GPU's tensor cores: end(i, j, sum over k of left(i, k) * right(k, j)),
// of factors of f32, bf16 or f16. Those of f32 are rounded to TF32, floats of 8 bits of exponent
// and 10 of mantissa; sums are floats, in an order that the tensor cores have. So results are those
// of product_cuda.h but for some 1e-3 of the largest product of f32, and but for the order of sums.
//
// A block of threads has a tile of the results, or several groups of threads have it, each every so
// many terms: so few tiles keep a GPU busy, too. A turn is 64 bytes of terms of each group, or of
// every two, where there is room for no more: then each has a part of these. Three buffers of
// shared memory are filled in turns, or two: so what comes next is under way while one is worked
// on. A factor is said by where it lies, and then 16 bytes at a time are copied past the registers;
// or by its value, which a thread has in a register until a turn is over. Each of a group's warps
// has a part of the tile, in pieces of 16 rows and 8 columns, which is what an instruction makes of
// 32 bytes of terms. What an instruction takes, a warp reads while it does those before.
//
// At the end sums go through shared memory, 16 rows of each warp at a time (tile_ends_cuda.h).
#pragma once

#include "runtime/device/cuda/copies_cuda.h"
#include "runtime/device/cuda/product_cuda.h"
#include "runtime/narrow.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

// Text that is compiled for a processor, to be tested there, brings these itself.
#ifdef __CUDACC__
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
#error "tensor cores know TF32 and bf16 from compute capability 8.0 on; --numerics exact is for all"
#endif

/// Four matrices of 8 rows of 16 bytes; thread 8 m + r says where row r of matrix m is. Thread
/// 4 g + t gets of each word t of row g; turned, halves of words, 2 t and 2 t + 1 of column g. PTX
/// ISA, "ldmatrix".
template <bool turned>
__device__ inline void read_matrices(unsigned *to, const void *row) {
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (turned)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(place)
                 : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(place)
                 : "memory");
}

/// The nearest number of TF32.
__device__ inline unsigned to_tf32(unsigned number) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(__uint_as_float(number)));
  return bits;
}

#define SHARDC_MULTIPLY(shape)                                                                     \
  asm("mma.sync.aligned." shape " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])                                     \
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]))

/// Adds a product to what a warp has of 16 rows and 8 columns: of 32 bytes of terms, each of them 8
/// words w. Thread 4 g + t has of the sums those of rows g and g + 8 and columns 2 t and 2 t + 1,
/// by rows; it gives x(g, t), x(g + 8, t), x(g, t + 4), x(g + 8, t + 4) and y(t, g), y(t + 4, g),
/// words. PTX ISA, "mma.m16n8k8" and "mma.m16n8k16".
template <typename T>
__device__ inline void multiply_words(float (&sum)[4], const unsigned *x, const unsigned *y) {
  if constexpr (std::is_same_v<T, float>)
    SHARDC_MULTIPLY("m16n8k8.row.col.f32.tf32.tf32.f32");
  else if constexpr (std::is_same_v<T, bf16>)
    SHARDC_MULTIPLY("m16n8k16.row.col.f32.bf16.bf16.f32");
  else
    SHARDC_MULTIPLY("m16n8k16.row.col.f32.f16.f16.f32");
}
#undef SHARDC_MULTIPLY
#endif

/// How a group's warps share a tile: two down, the others across.
template <int rows, int columns, int warps>
struct TensorShape {
  static constexpr int threads = 32 * warps, down = 2, across = warps / down;
  static constexpr int warp_rows = rows / down, warp_columns = columns / across;
  static constexpr int own_rows = warp_rows / 16, own_columns = warp_columns / 8; // in pieces
  static_assert(own_columns % 2 == 0, "two pieces of columns are read at once");

  /// This thread's number in its group.
  __device__ static int thread() { return int(threadIdx.x) % threads; }
  /// The first row and column of the tile that this thread's warp has.
  __device__ static int row() { return thread() / 32 / across * warp_rows; }
  __device__ static int column() { return thread() / 32 % across * warp_columns; }
};

/// What a turn needs of an operand, in shared memory: 64 bytes of terms of `size` results, in lines
/// along which elements are neighbours in the operand, and these in chunks of 16 bytes. Chunks of a
/// line are in exchanged places: what eight threads read together is in all banks.
template <typename T, Along along, int size>
struct TensorOperand {
  static constexpr int bytes = kTensorTermBytes * size, terms = kTensorTermBytes / int(sizeof(T));
  static constexpr int chunk = 16 / int(sizeof(T));
  static constexpr int line = along == Along::terms ? terms : size;
  static constexpr int chunks = line / chunk; // of a line

  /// Where a chunk of a line is. [bytes]
  __device__ static int place(int number, int at) {
    constexpr bool by_words = along == Along::results && sizeof(T) == 4;
    const int mixed = chunks == 4 ? number / 2 % 4 : by_words ? number % 4 * 2 : number % 8;
    return (number * chunks + (at ^ mixed)) * 16;
  }
  __device__ static int place_of(int k, int at) {
    const int number = along == Along::terms ? at : k, in_line = along == Along::terms ? k : at;
    return place(number, in_line / chunk) + in_line % chunk * int(sizeof(T));
  }

  /// The words that a warp's instruction takes of 32 bytes of terms, number `step` of two: of 16
  /// rows from `at` on in the order of a left factor, or of twice 8 columns in that of right ones.
  /// Columns 2 t and 2 t + 1 are number t and t + 4 of eight where what is summed is to be a left
  /// factor of words.
  template <bool is_left, bool in_halves = false>
  __device__ static void read(unsigned *to, const char *from, int at, int step) {
    const int lane = int(threadIdx.x) % 32;
    const auto column = [](int n) { return in_halves ? n / 2 + n % 2 * 4 : n; };
    if constexpr (along == Along::terms) {
      const int low = is_left ? lane % 16 : column(lane % 8) + lane / 16 * 8;
      read_matrices<false>(to,
                           from + place(at + low, 2 * step + (is_left ? lane / 16 : lane / 8 % 2)));
    } else if constexpr (sizeof(T) == 2) {
      const int k = is_left ? lane % 8 + lane / 16 * 8 : lane % 16;
      const int more = is_left ? lane / 8 % 2 : lane / 16;
      read_matrices<true>(to, from + place(16 * step + k, at / chunk + more));
    } else {
      const int g = lane / 4, t = lane % 4;
#pragma unroll
      for (int n = 0; n < 4; ++n) {
        const int later = is_left ? n / 2 : n % 2, beside = is_left ? n % 2 : n / 2;
        to[n] = *reinterpret_cast<const unsigned *>(
            from + place_of(8 * step + t + 4 * later, at + column(g) + 8 * beside));
      }
    }
    if constexpr (sizeof(T) == 4)
#pragma unroll
      for (int n = 0; n < 4; ++n)
        to[n] = to_tf32(to[n]);
  }
};

/// Brings an operand, element(index of a result, term), which is a value or the address of one.
template <typename T, Along along, int size, int threads, typename Index, typename Element>
class TensorSource {
  using Operand = TensorOperand<T, along, size>;
  static constexpr bool is_address = std::is_pointer_v<std::invoke_result_t<Element, Index, Index>>;
  static constexpr int count = is_address ? size * 4 / threads : size * Operand::terms / threads;

  Range<Index> results;
  Range<Index> terms; // all
  const Element &element;
  T next[is_address ? 1 : count];

  __device__ static int thread() { return int(threadIdx.x) % threads; }

public:
  __device__ TensorSource(Range<Index> results, Range<Index> terms, const Element &element)
      : results(results), terms(terms), element(element) {}

  /// Begins to bring terms from `from` on. Values are in registers until they are put down.
  __device__ void fetch(char *to, Index from) {
    if constexpr (is_address) {
      const bool all_there = results.lo + size <= results.hi && from + Operand::terms <= terms.hi;
      all_there ? copy<true>(to, from) : copy<false>(to, from);
    } else if (from < terms.hi) {
#pragma unroll
      for (int e = 0; e < count; ++e) {
        const auto [k, at] = own(e);
        const Index result = results.lo + at, term = from + k;
        next[e] = T(element(result < results.hi ? result : results.hi - 1,
                            term < terms.hi ? term : terms.hi - 1));
      }
    }
  }
  /// Values that were fetched; zeros of terms that nobody has.
  __device__ void put_down(char *to, Index from) const {
    if constexpr (!is_address) {
#pragma unroll
      for (int e = 0; e < count; ++e) {
        const auto [k, at] = own(e);
        *reinterpret_cast<T *>(to + Operand::place_of(k, at)) =
            from + k < terms.hi ? next[e] : T(0.0f);
      }
    }
  }

private:
  /// Begins to copy a thread's chunks; zeros of what nobody has.
  template <bool all_there>
  __device__ void copy(char *to, Index from) {
#pragma unroll
    for (int c = 0; c < count; ++c) {
      const int n = thread() + c * threads, number = n / Operand::chunks;
      const int in_line = n % Operand::chunks * Operand::chunk;
      const Index result = results.lo + (along == Along::terms ? number : in_line);
      const Index term = from + (along == Along::terms ? in_line : number);
      char *const place = to + Operand::place(number, n % Operand::chunks);
      if constexpr (all_there) {
        copy_async(place, element(result, term), 16);
      } else {
        const Index left = along == Along::terms ? terms.hi - term : results.hi - result;
        const bool none = result >= results.hi || term >= terms.hi;
        const int there = none ? 0 : left < Operand::chunk ? int(left) : Operand::chunk;
        copy_async(place, element(none ? results.lo : result, none ? terms.lo : term),
                   there * int(sizeof(T)));
      }
    }
  }
  /// Threads that are neighbours bring neighbours.
  __device__ static Brought own(int e) {
    const int n = thread() + e * threads, number = n / Operand::line, in_line = n % Operand::line;
    return along == Along::terms ? Brought{in_line, number} : Brought{number, in_line};
  }
};

/// The tile of this block: its rows are number blockIdx.y of all, its columns number blockIdx.x.
/// Factors are of type T, or lie as such at the addresses that left() and right() say: from the
/// first index on in chunks of 16 bytes, at multiples of 16. `where` may say of a tile that end()
/// uses none of its sums: then they are not computed.
template <typename T, typename Index, int tile_rows, int tile_columns, int warps, Along left_along,
          Along right_along, int groups, typename Left, typename Right, typename End,
          typename Where = Everywhere>
__device__ inline void tensor_product(Range<Index> rows, Range<Index> columns, const Terms &terms,
                                      const Left &left, const Right &right, const End &end,
                                      const Where &where = {}) {
  using Shape = TensorShape<tile_rows, tile_columns, warps>;
  using LeftPart = TensorOperand<T, left_along, tile_rows>;
  using RightPart = TensorOperand<T, right_along, tile_columns>;
  constexpr int room = 48 << 10, all_threads = groups * Shape::threads;
  struct alignas(128) Buffer {
    char left[LeftPart::bytes], right[RightPart::bytes];
  };
  constexpr auto fits = [](int sets, int buffers) {
    return sets * buffers * int(sizeof(Buffer)) <= room;
  };
  constexpr int sets = fits(groups, 3) ? groups : (groups + 1) / 2;
  constexpr int buffers = fits(sets, 3) ? 3 : 2;
  constexpr int sharing = groups / sets, of_turn = sets * LeftPart::terms;
  __shared__ Buffer tile[sets][buffers];

  const int group = groups == 1 ? 0 : int(threadIdx.x) / Shape::threads;
  const int set = group / sharing; // whose terms it has, all or a part of them
  const Index row = rows.lo + Index(blockIdx.y) * tile_rows;
  const Index column = columns.lo + Index(blockIdx.x) * tile_columns;
  if (row >= rows.hi || column >= columns.hi) return; // there is less to do than on other devices
  const Index from = first_of_leaf<Index>(terms, 1, 0), to = first_of_leaf<Index>(terms, 1, 1);

  float sum[Shape::own_rows][Shape::own_columns][4] = {};
  // Of f32, words of right factors may be read one by one, and take registers: so few at once.
  constexpr int steps = kTensorTermBytes / 32 / sharing, pairs = Shape::own_columns / 2;
  constexpr int at_once = sizeof(T) == 4 ? 1 : pairs < 2 ? pairs : 2, parts = pairs / at_once;
  unsigned x[2][Shape::own_rows][4], y[2][at_once][4]; // of a step, and of a part of one
  // Steps are numbered on through two turns, where a turn has one.
  const auto read_left = [&](const Buffer &buffer, int step) {
    const int own = group % sharing * steps + step % steps;
#pragma unroll
    for (int r = 0; r < Shape::own_rows; ++r)
      LeftPart::template read<true>(x[step % 2][r], buffer.left, Shape::row() + 16 * r, own);
  };
  const auto read_right = [&](const Buffer &buffer, int step, int part) {
    const int own = group % sharing * steps + step % steps;
#pragma unroll
    for (int c = 0; c < at_once; ++c)
      RightPart::template read<false>(y[(step * parts + part) % 2][c], buffer.right,
                                      Shape::column() + 16 * (part * at_once + c), own);
  };
  const auto multiply = [&](int step, int part) {
#pragma unroll
    for (int c = 0; c < at_once; ++c)
#pragma unroll
      for (int r = 0; r < Shape::own_rows; ++r) {
        const unsigned *const own = y[(step * parts + part) % 2][c];
        const int column = 2 * (part * at_once + c);
        multiply_words<T>(sum[r][column], x[step % 2][r], own);
        multiply_words<T>(sum[r][column + 1], x[step % 2][r], own + 2);
      }
  };

  const Index row_end = row + tile_rows < rows.hi ? row + tile_rows : rows.hi;
  const Index column_end = column + tile_columns < columns.hi ? column + tile_columns : columns.hi;
  if (from < to && where({row, row_end}, {column, column_end})) {
    const auto turned = [&](Index j, Index k) { return right(k, j); };
    TensorSource<T, left_along, tile_rows, all_threads / sets, Index, Left> lefts({row, rows.hi},
                                                                                  {from, to}, left);
    TensorSource<T, right_along, tile_columns, all_threads / sets, Index, decltype(turned)> rights(
        {column, columns.hi}, {from, to}, turned);
    const Index first = from + set * LeftPart::terms;
    const int turns = int((to - from + of_turn - 1) / of_turn); // as many for all groups
    const auto fetch = [&](int turn) {
      Buffer &buffer = tile[set][turn % buffers];
      lefts.fetch(buffer.left, first + turn * of_turn);
      rights.fetch(buffer.right, first + turn * of_turn);
    };
    const auto put_down = [&](int turn) {
      Buffer &buffer = tile[set][turn % buffers];
      lefts.put_down(buffer.left, first + turn * of_turn);
      rights.put_down(buffer.right, first + turn * of_turn);
    };
    // Of a turn of one step all is in registers when the next one begins, and its buffer is free.
    constexpr int ahead = steps == 1 ? buffers : buffers - 1;
    const auto bring = [&](int turn) {
      if (turn < turns) fetch(turn);
      commit_copies();
    };
#pragma unroll
    for (int turn = 0; turn < ahead; ++turn) {
      bring(turn);
      if (turn < turns) put_down(turn);
    }
    // A thread's copies of this turn are there.
    const auto begin = [&](int turn, int step) {
      __syncthreads(); // others' are, and what is overwritten next all have read
      if (ahead == buffers && turn > 0) bring(turn - 1 + ahead);
      read_left(tile[set][turn % buffers], step);
      read_right(tile[set][turn % buffers], step, 0);
    };
    // From the step of this number on.
    const auto work = [&](int turn, int first_step) {
      const Buffer &buffer = tile[set][turn % buffers];
      const int next = turn + ahead;
#pragma unroll
      for (int step = first_step; step < first_step + steps; ++step)
#pragma unroll
        for (int part = 0; part < parts; ++part) {
          if (part + 1 < parts) {
            read_right(buffer, step, part + 1);
          } else if (step + 1 < first_step + steps) {
            read_left(buffer, step + 1);
            read_right(buffer, step + 1, 0);
          } else if (turn + 1 < turns) {
            wait_for_copies<buffers - 2>();
            begin(turn + 1, (step + 1) % 2);
          }
          if (ahead < buffers && step == first_step && part == 0) bring(next);
          multiply(step, part);
        }
      if (next < turns) put_down(next);
    };
    constexpr int together = 2 / steps; // turns that have two steps
    wait_for_copies<ahead - 1>();
    begin(0, 0);
    for (int turn = 0; turn < turns; turn += together)
#pragma unroll
      for (int n = 0; n < together; ++n)
        if (turn + n < turns) work(turn + n, n * steps);
    if constexpr (groups > 1) {
      constexpr int across = Shape::own_columns * 4;
      struct Share {
        char at[sizeof tile / groups];
      };
      add_groups<Shape::threads, Shape::own_rows * across>(
          reinterpret_cast<Share(&)[groups]>(tile), group, Shape::thread(),
          [&](int n) -> float & { return sum[n / across][n % across / 4][n % 4]; });
    }
  }
  const int lane = int(threadIdx.x) % 32;
  const int line = Shape::row() / Shape::warp_rows * 16 + lane / 4;
  const auto put_row = [&](int r, auto *lines) {
    if (group > 0) return;
#pragma unroll
    for (int c = 0; c < Shape::own_columns; ++c) {
      const float *const have = sum[r][c];
      const int at = Shape::column() + 8 * c + lane % 4 * 2;
      *reinterpret_cast<float2 *>(&lines[line][at]) = {have[0], have[1]};
      *reinterpret_cast<float2 *>(&lines[line + 8][at]) = {have[2], have[3]};
    }
  };
  const auto row_of = [](int r, int k) { return k / 16 * Shape::warp_rows + 16 * r + k % 16; };
  end_tile<tile_columns, Shape::down * 16, Shape::own_rows, all_threads, float>(
      tile, Range<Index>{row, rows.hi}, Range<Index>{column, columns.hi}, end, put_row, row_of);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
