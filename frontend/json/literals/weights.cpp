// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/literals/weights.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/json/literals/file_below.h"

#include "runtime/io/file.h"
#include "runtime/io/formats/npy.h"
#include "runtime/io/formats/npz.h"

#include <filesystem>

using namespace mlir;

namespace shardc::json {

namespace fs = std::filesystem;

static DenseElementsAttr attributeOf(MLIRContext *context, const runtime::Array &array) {
  TensorSpec spec{elementType(array.type), {array.shape.begin(), array.shape.end()}};
  auto type = cast<RankedTensorType>(typeIn(context, spec));
  if (!info(spec.type).isBoolean)
    return DenseElementsAttr::getFromRawBuffer(type, {array.data.data(), array.data.size()});
  SmallVector<bool> bits;
  for (char byte : array.data)
    bits.push_back(byte != 0);
  return DenseElementsAttr::get(type, ArrayRef<bool>(bits));
}

static runtime::Array load(const fs::path &path, Value file, std::optional<Value> key) {
  std::string name = file.string().str();
  if (!key) return runtime::parseNpy(runtime::readFile(path.string()), name);
  return runtime::Npz(path.string()).read(key->string().str());
}

static runtime::Array load(const fs::path &path, Value file, std::optional<Value> key,
                           std::optional<ElementType> wanted) {
  runtime::Array array = load(path, file, key);
  const std::string where = file.string().str();
  if (wanted)
    runtime::readBitsAs(runtimeType(*wanted), array, where);
  else if (info(elementType(array.type)).isNarrow && runtime::bytes(array.type) == 1)
    throw runtime::Error(runtime::Exit::wrong_input,
                         where + ": has bytes of no type that NumPy knows; give 'dtype'");
  return array;
}

static Diag diagnosticOf(runtime::Exit code) {
  if (code == runtime::Exit::unsupported) return Diag::unsupported_type;
  return code == runtime::Exit::environment ? Diag::file_unreadable : Diag::wrong_data;
}

std::optional<Weights> readWeights(Value file, std::optional<Value> key, Files &files,
                                   std::optional<ElementType> wanted) {
  bool isArchive = file.string().ends_with(".npz");
  if (isArchive != key.has_value()) {
    report(file.loc(), Diag::wrong_literal)
        << (isArchive ? "a .npz file needs 'key': the name of one of its arrays"
                      : "'key' belongs to a .npz file");
    return std::nullopt;
  }
  FailureOr<std::string> path = fileBelow(file, files.folder, "program");
  if (failed(path)) return std::nullopt;
  files.read.insert((fs::path(files.folder) / file.string().str()).lexically_normal().string());
  try {
    return Weights{attributeOf(file.loc().getContext(), load(*path, file, key, wanted))};
  } catch (const runtime::Error &error) {
    report(file.loc(), diagnosticOf(error.code)) << error.what();
  } catch (const std::exception &error) {
    report(file.loc(), Diag::file_unreadable)
        << "the file '" << shown(file.string()) << "' cannot be read: " << error.what();
  }
  return std::nullopt;
}

} // namespace shardc::json
