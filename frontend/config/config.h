// SPDX-License-Identifier: Apache-2.0
// A sharding config, read and resolved against a program: names are numbers, slices are cuts.
#pragma once

#include "frontend/ir/sharding/algebra/sharding.h"
#include "frontend/json/document/document.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace shardc {

using llvm::SmallVector;
using llvm::StringRef;

/// How a dimension is cut: slice k is [cuts[k], cuts[k + 1]); cuts.front() is 0, cuts.back() the
/// extent. At least one slice.
struct DimensionCuts {
  int64_t dimension;
  std::vector<int64_t> cuts;
  std::vector<std::string> spelled; // per slice as the user wrote it ("0..1"), for people
  mlir::Location loc;               // of the entry
};

/// What dimensions without an entry do.
enum class Unspecified : uint8_t { sharded, whole };

struct TensorCuts {
  SmallVector<DimensionCuts, 4> dims; // by dimension; those with an entry
  Unspecified unspecified = Unspecified::sharded;
  mlir::Location loc; // of the entry of this tensor, else of the config
};

/// What the user says about how a value lies on the mesh.
struct UserSharding {
  Sharding sharding;
  mlir::Location loc; // of the config's entry, or of the program's annotation
};
struct NamedSharding {
  std::string value; // the name of a value inside the program
  UserSharding given;
};
/// The collective mode.
struct MeshConfig {
  Mesh mesh;
  std::vector<std::optional<UserSharding>> inputs, outputs; // one per input or output
  std::vector<NamedSharding> values;
  bool replicatedByDefault = false; // inputs without an entry; else open
};

enum class Mode : uint8_t { oneDevice, independent, collective };
enum class Conflict : uint8_t { error, refine };

/// Where devices are. Of each: a number per device; none: whoever starts the program chooses.
struct DevicePlaces {
  struct List {
    std::vector<int64_t> numbers;
    std::optional<mlir::Location> loc;
  };
  List gpus, processes, hosts;
};

struct Config {
  Mode mode = Mode::oneDevice;
  std::vector<TensorCuts> inputs;                 // one per input of the program
  std::vector<std::optional<TensorCuts>> outputs; // one per output; those with an entry
  MeshConfig mesh;                                // of the collective mode
  Conflict conflict = Conflict::error;
  int64_t maxShards = 1024;
  std::vector<bool> donated;         // one per input: by the config, else by the program
  std::vector<int> becomes;          // per input the output that the program says; -1: none
  std::optional<mlir::Location> loc; // of the file; none without one
  DevicePlaces place;
};

/// Whether lists in "place" have a number for each device; reported where they do not.
bool fits(const DevicePlaces &place, int64_t devices);

/// One device holds everything, whatever the program's annotations say.
Config oneDeviceConfig(mlir::ModuleOp program);
/// The config of a program without one: its own mesh and shardings, else one device that holds
/// everything. None where these are not well formed (reported).
std::optional<Config> defaultConfig(mlir::ModuleOp program);

/// What a config may have at most.
inline constexpr json::Limits configLimits = {.bytes = size_t(32) << 20, .depth = 200};

/// Reads a config for a program. Reports every error that it finds; none is returned then.
std::optional<Config> readConfig(StringRef text, StringRef fileName, mlir::ModuleOp program);

/// A config to fill in, which is right as it is: every input and output, with shapes and names as
/// comments. On a mesh, if there is one, lying as the program says; else in one slice.
std::string configToFillIn(mlir::ModuleOp program, const MeshConfig *mesh = nullptr);

} // namespace shardc
