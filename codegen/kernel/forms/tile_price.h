// SPDX-License-Identifier: Apache-2.0
// What tiles of a product take on a GPU, and which takes least.
#pragma once

#include "codegen/kernel/forms/packed_product.h"

namespace shardc {

/// What is to be done, of the shard that has most.
struct ProductTask {
  int64_t rows, columns, around, terms, leaves;
  int64_t parts;          // that groups may have of the terms
  int64_t termsOfLeaf;    // of the longest
  int bytes;              // of a factor
  int addresses;          // registers for where things are
  double ofRow, ofColumn; // sectors that are asked for, to those that are needed
  int64_t inner = 0;      // terms of an index of the outermost loop, if chunks are along it
  bool rowsAlongOuter = false, columnsAlongOuter = false;
  bool rowsCopied = false, columnsCopied = false; // past registers
  bool isSimple =
      false; // factors are, or become, f32, and are brought in chunks, all of them there

  int64_t tiles(const runtime::Tile &tile) const;
};

/// The tile that takes least, by threads without tensor cores.
ProductTile cheapestTile(const ProductTask &task);

} // namespace shardc
