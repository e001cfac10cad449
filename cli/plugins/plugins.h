// SPDX-License-Identifier: Apache-2.0
// Plug-ins (shardc/plugin.h): what they say of a program's custom calls becomes entries, as those
// of a config's "custom_ops" are.
#pragma once

#include "cli/plugins/child.h"
#include "cli/plugins/request.h"
#include "frontend/files.h"
#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// A part of an entry, in JSON.
struct EntryPart {
  std::string function, name, json; // `name`: of the text: "libmine.so, rule of 'my_op'"
};

/// What a plug-in says of the calls of one target and form of which it has been told the same:
/// texts, of which every reading of the program makes an entry.
struct PluginEntry {
  std::string library; // as the command line has it
  std::string target, form;
  std::vector<int64_t> calls; // of the form, by number in the program; none: all
  std::string file;           // the place of the first
  unsigned line = 0, column = 0;
  std::vector<EntryPart> parts;
  std::map<std::string, std::string> files;
};

/// What asking takes of the compile.
struct PluginSurroundings {
  mlir::MLIRContext &context;
  const CustomOps &ofConfig;
  PluginLimits limits;
  /// Reads the program with ops that are declared; null, told, where that fails.
  llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(CustomOps &)> read;
  /// How the values of calls lie that have these targets, when nothing flows through them; none
  /// without a mesh.
  llvm::function_ref<std::vector<CallPlaces>(llvm::ArrayRef<std::string> targets)> propagate;
};

/// Entries of which nothing but the targets is known.
void addUnknown(mlir::MLIRContext &context, llvm::ArrayRef<std::string> targets, CustomOps &ops);

/// Asks each plug-in what it is for, and then about each call of the program that is of it. None
/// where something is wrong, which has been told: also where a plug-in is for no call, and where
/// another one or the config says what an op is.
std::optional<std::vector<PluginEntry>> askPlugins(llvm::ArrayRef<std::string> libraries,
                                                   const PluginSurroundings &surroundings);

/// Where the call is that an entry is for.
mlir::Location placeOf(mlir::MLIRContext &context, const PluginEntry &entry);

/// Puts their entries to those of the config. The paths of what is read go to `read`.
mlir::LogicalResult addEntries(mlir::MLIRContext &context, llvm::ArrayRef<PluginEntry> entries,
                               CustomOps &ops, std::set<std::string> &read);

} // namespace shardc
