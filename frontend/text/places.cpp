// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/places.h"

#include "frontend/ir/names.h"

using namespace mlir;

namespace shardc {

/// A part of a location, with its name if it has one, at a place. What it nests has no place.
static Location placed(Location part, FileLineColLoc place) {
  const Location inText = locationInText(place);
  if (auto name = dyn_cast<NameLoc>(part)) return NameLoc::get(name.getName(), inText);
  return inText;
}

/// The location at a place. One that names each of several results still does.
static Location placedWhole(Location loc, FileLineColLoc place) {
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return CallSiteLoc::get(placed(call.getCallee(), place), call.getCaller());
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused) return placed(loc, place);
  SmallVector<Location> parts;
  for (Location part : fused.getLocations())
    parts.push_back(placed(part, place));
  return FusedLoc::get(loc.getContext(), parts, fused.getMetadata());
}

namespace {

struct PlaceAdder {
  const AsmParserState &parsed;
  const llvm::SourceMgr &sources;
  MLIRContext *context;

  Location at(SMRange range, Location loc) const {
    if (fileLocation(loc)) return loc;
    const unsigned buffer = sources.getMainFileID();
    const auto [line, column] = sources.getLineAndColumn(range.Start, buffer);
    const StringRef file = sources.getMemoryBuffer(buffer)->getBufferIdentifier();
    return placedWhole(loc, FileLineColLoc::get(context, file, line, column));
  }

  void add(Operation *op) const {
    if (const auto *definition = parsed.getOpDef(op)) op->setLoc(at(definition->loc, op->getLoc()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        addToArguments(block);
  }

  void addToArguments(Block &block) const {
    const auto *definition = parsed.getBlockDef(&block);
    if (!definition || definition->arguments.size() != block.getNumArguments()) return;
    for (auto [argument, own] : llvm::zip_equal(block.getArguments(), definition->arguments))
      argument.setLoc(at(own.loc, argument.getLoc()));
  }
};

} // namespace

void addPlaces(ModuleOp program, const AsmParserState &parsed, const llvm::SourceMgr &sources) {
  const PlaceAdder adder{parsed, sources, program.getContext()};
  program->walk<WalkOrder::PreOrder>([&](Operation *op) { adder.add(op); });
}

} // namespace shardc
