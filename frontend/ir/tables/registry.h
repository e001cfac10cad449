// SPDX-License-Identifier: Apache-2.0
// What is known about every op, read off its definition: the JSON reader, the lists for people and
// the exhaustive tests follow this table, so they name no op.
#pragma once

#include "frontend/ir/tables/parts.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace shardc {

/// What an attribute is written with. The attribute to give to `assembleAttributes` is in brackets.
enum class AttributeKind : uint8_t {
  boolean,  // true or false [BoolAttr]
  integer,  // a number [IntegerAttr, i64]
  number,   // a number that need not be whole [FloatAttr, f64]
  integers, // a list of numbers [DenseI64ArrayAttr]
  booleans, // a list of true and false [DenseBoolArrayAttr]
  pairs,    // a list of pairs of numbers [DenseIntElementsAttr]
  text,     // a text that stands for other attributes [StringAttr]
  choice,   // one of `choices` [StringAttr]
  choices,  // a list of `choices` [ArrayAttr of StringAttr]
  elements, // numbers of a tensor [ElementsAttr]
  names,    // a name, or a list of them [ArrayAttr of StringAttr]
  rows,     // lists of numbers, of one length [DenseIntElementsAttr]
  other,    // anything MLIR can say [any]
};

/// One attribute, flat: fields of structures such as dimension numbers stand for themselves.
struct AttributeInfo {
  llvm::StringRef name;
  AttributeKind kind;
  bool required;               // has to be given: there is no default
  llvm::StringRef defaultText; // "1", "false", "[]"; "1..." is one per dimension of operand 0
  llvm::ArrayRef<llvm::StringRef> choices; // of enums
  bool isDimension; // numbers of dimensions: may be negative or names for people
};

/// What an operand's element type has to do with the others'.
enum class OperandRole : uint8_t {
  same,      // belongs to the op's group of one element type
  index,     // integers that say where; literals are i32
  predicate, // i1
  any,       // an element type of its own
};
struct OperandInfo {
  llvm::StringRef name;
  OperandRole role;
  bool variadic;
};

/// What regions take: an element of each operand, two of the first, two of each, the operands, or
/// nothing. Those that take turns (the last two) see the values around them.
enum class RegionsTake : uint8_t { elements, pairs, pairsOfEach, operands, nothing };

struct OpInfo {
  llvm::StringRef name;     // "stablehlo.dot_general"
  llvm::StringRef dialect;  // "stablehlo"
  llvm::StringRef mnemonic; // "dot_general"
  std::vector<OperandInfo> operands;
  std::vector<AttributeInfo> attributes;
  std::vector<llvm::StringRef> results; // their names
  bool variadicResults;                 // how many follows from the operands
  std::vector<llvm::StringRef> regions; // their names
  RegionsTake regionsTake;
  bool variadicRegions;             // there is one name, of a list of them
  bool broadcasts;                  // front ends for people may broadcast its operands
  bool declaresShape, declaresType; // of its last result: they cannot be inferred
  bool shapeIsOperand;              // its last one too, after `operands`: 'shape' says it
  llvm::StringRef example;          // of attributes, as Base.td says
  bool terminator;                  // ends a region; not for people
  bool hasFormula;                  // else its regions take turns, or it stands for other ops
  std::vector<OpPart> stored;       // its attributes as it stores them
};

/// Every op with a definition, by dialect and name.
const std::vector<OpInfo> &allOps();
/// The op of this full name ("stablehlo.add"), else none.
const OpInfo *findOp(llvm::StringRef name);
/// The op of this mnemonic in stablehlo, else in chlo, else none.
const OpInfo *findMnemonic(llvm::StringRef mnemonic);

/// Mnemonics of the ops that see other devices. They stand in manual regions of StableHLO text
/// alone, so `allOps` is without them.
const std::vector<llvm::StringRef> &collectiveMnemonics();

/// Mnemonics of the other ops that StableHLO text alone has: they stand for others, or JSON says
/// them in words of its own.
const std::vector<llvm::StringRef> &textMnemonics();

/// Mnemonics of published ops of a dialect that have no definition here: `unsupported-op`.
llvm::ArrayRef<llvm::StringRef> unsupportedMnemonics(llvm::StringRef dialect);

/// The attributes of an op as it stores them, from flat ones by name: fills in defaults, makes
/// enums of strings, and puts fields into their structures. Names that the op does not have, values
/// of another kind and required ones that are missing are reported at `loc`.
mlir::FailureOr<mlir::NamedAttrList> assembleAttributes(const OpInfo &op, mlir::Location loc,
                                                        const mlir::NamedAttrList &flat,
                                                        mlir::TypeRange operands);

} // namespace shardc
