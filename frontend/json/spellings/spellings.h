// SPDX-License-Identifier: Apache-2.0
// Spellings for people: one row each, rewritten to StableHLO.
#pragma once

#include "frontend/ir/sharding/algebra/mesh.h"
#include "frontend/json/spellings/emitter.h"

namespace shardc {

/// A use of a spelling: operands (broadcast, of one element type where the row says so) and what
/// its attributes say. Errors are reported at the emitter's location.
class SpellingUse {
public:
  SpellingUse(Emitter &emitter, llvm::ArrayRef<mlir::Value> operands,
              const mlir::NamedAttrList &given, llvm::ArrayRef<MeshAxis> axes)
      : emit(emitter), in(operands), attributes(given), map(axes) {}

  Emitter &emit;
  llvm::ArrayRef<mlir::Value> in;
  const mlir::NamedAttrList &attributes;
  llvm::ArrayRef<MeshAxis> map; // the config's, outermost first

  /// Dimensions, from 0; `otherwise` where they are not given.
  llvm::SmallVector<int64_t, 4> dimensions(llvm::StringRef name,
                                           llvm::ArrayRef<int64_t> otherwise) const;
  /// One dimension of the first operand; `otherwise` may be negative.
  int64_t dimension(llvm::StringRef name, int64_t otherwise) const;
  bool flag(llvm::StringRef name, bool otherwise) const;
  double number(llvm::StringRef name, double otherwise) const;
  llvm::StringRef text(llvm::StringRef name) const;

  /// Reports `why`; null.
  mlir::Value fail(const llvm::Twine &why) const;
};

struct Spelling {
  /// As of an op: names, operands, attributes. Its name is not that of any op.
  OpInfo info;
  const char *summary;
  mlir::Value (*expand)(const SpellingUse &use);
};

const std::vector<Spelling> &spellings();
const Spelling *findSpelling(llvm::StringRef name);

// In files of their own.
mlir::Value expandMatmul(const SpellingUse &use);
mlir::Value expandEinsum(const SpellingUse &use);
mlir::Value expandArgExtreme(const SpellingUse &use, llvm::StringRef combiner);
// Among the positions of a map.
mlir::Value expandAllReduce(const SpellingUse &use, llvm::StringRef combiner);
mlir::Value expandMeanOfPositions(const SpellingUse &use);
mlir::Value expandSumScatter(const SpellingUse &use);
mlir::Value expandAllGather(const SpellingUse &use);
mlir::Value expandAllToAll(const SpellingUse &use);
mlir::Value expandSwapAxes(const SpellingUse &use);
mlir::Value expandPermute(const SpellingUse &use);
mlir::Value expandShuffle(const SpellingUse &use);
mlir::Value expandAxisIndex(const SpellingUse &use);

} // namespace shardc
