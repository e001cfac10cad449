// SPDX-License-Identifier: Apache-2.0
// Ops that a config declares ("custom_ops"): what a program's custom_call of a target is. One with
// a kernel becomes a call of it (formula/call.h); one without, what its reference does.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"
#include "frontend/ir/sharding/algebra/mesh.h"
#include "frontend/ir/sharding/notations/op_rule.h"
#include "frontend/routine.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardc {

/// A program on one device, or over a mesh, of which the entry function has an op's operands and
/// results.
struct OpReference {
  std::string file; // as the config names it
  std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>> program;
};

/// Where the values of an op lie: per value and dimension the axes, as a config names them.
using Places = std::vector<std::vector<std::vector<std::string>>>;

/// One of several ways in which an op may be done.
struct OpCase {
  std::string name; // the file of its program; of code: "[p, -] -> [p, -]", "k by sum"
  std::optional<OpReference> reference; // a program; none: the entry's code, with these shardings
  Places operands, results;
  std::optional<Mesh> mesh; // whose axes these are; none: the program's
  /// Of code whose reductions are combined in several ways: one of them, and the rule in which
  /// devices share those alone.
  std::optional<WrittenRule> rule;
  std::string combine;
};

/// An entry of the config.
struct CustomOpEntry {
  explicit CustomOpEntry(mlir::Location loc)
      : loc(loc), ruleLoc(loc), casesLoc(loc), kernelLoc(loc), scratchLoc(loc), bytesLoc(loc),
        unevenLoc(loc) {}

  std::string target;              // of custom_call; with ":config" of those of one backend_config
  std::string form;                // of the calls, as OwnCall has it; "": of all
  std::vector<int64_t> calls;      // of that form, by number in the program; none: all
  std::optional<WrittenRule> rule; // none: the program's calls have one
  std::string combine = "sum";     // of partial results
  /// What is behind parts that are padded, by operand; none: what combines to nothing.
  std::vector<std::optional<double>> fill;
  double flops = 0;               // for each combination of the factors' indices
  SizeFormula scratch;            // memory of a call's own; extents by name
  SizeFormula bytes;              // that a call reads and writes; none: its parts
  std::optional<Routine> routine; // none: there is a reference
  std::optional<OpReference> reference;
  std::vector<OpCase> cases;    // in order of preference
  std::optional<size_t> chosen; // of these
  bool mayReduce = false;       // with code: what an axis of operands alone makes is combined
  /// With code and cases: axes along which it exchanges data itself.
  std::vector<std::string> communicator;
  mlir::Location loc, ruleLoc, casesLoc, kernelLoc, scratchLoc, bytesLoc, unevenLoc;
  bool isUsed = false;
  /// Only the calls are known yet: every dimension is whole, and has nothing to do with others. Ops
  /// have the number of their call in place of a routine's.
  bool isAlone = false;
};

/// The case with this number is what the op does.
void takeCase(CustomOpEntry &entry, size_t number);

struct CustomOps {
  std::vector<CustomOpEntry> entries;
  std::vector<Routine> routines; // of the calls in the program, by number
  Libraries libraries;           // that may do what the runtime's routines do
};

/// A written rule for the shapes of an op; none, and what is wrong, where it is not one for them.
std::optional<Rule> ruleOf(mlir::Operation *op, const WrittenRule &written,
                           NotationProblem &problem);

/// A whole number that a call says, as code is told it; none where it does not fit.
std::optional<int64_t> wholeOf(mlir::IntegerAttr attribute);

/// The number of a routine with what a call tells it, which goes before what the config says; none
/// where that is no number and no string.
std::optional<int64_t> routineNumber(Routine routine, mlir::DictionaryAttr given,
                                     std::vector<Routine> &routines);

/// A call that has been bound to an entry.
struct OwnCall {
  std::string target, form; // of the entry; types, and what the call tells its code
  int64_t number;           // of an entry that is alone: in the program that was read
  mlir::FunctionType type;
  mlir::DictionaryAttr given;
  mlir::Location loc;
  mlir::Operation *op;
};
/// The calls of a program.
std::vector<OwnCall> ownCallsOf(mlir::ModuleOp program);

/// A program of one such call, whose inputs are its operands, and nothing else.
mlir::OwningOpRef<mlir::ModuleOp> programWith(const OwnCall &call);
/// The entry that a call has been bound to; null for the runtime's routines.
CustomOpEntry *entryOf(CustomOps &ops, const OwnCall &call);
/// Whether calls of a target are declared.
bool isDeclared(const CustomOps &ops, llvm::StringRef target);
/// Makes each custom_call that is declared what its entry says; wrong ones are reported. Ops that
/// were bound before the program was printed are bound again, and refused where that cannot be.
mlir::LogicalResult bindCustomCalls(mlir::ModuleOp program, CustomOps *ops);
/// Reports entries that no call of the program is of.
mlir::LogicalResult refuseUnusedEntries(const CustomOps &ops);
/// Puts the references of such ops in their place, where there are any; what does not fit is
/// reported.
mlir::LogicalResult putReferences(mlir::ModuleOp program, CustomOps &ops);

} // namespace shardc
