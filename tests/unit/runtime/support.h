// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/io/array.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <functional>

namespace shardc::runtime {

/// An empty folder, gone when the test is over.
class Folder {
public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "shardc-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder &) = delete;
  std::string file(const std::string &name) const { return path + "/" + name; }

  std::string path;
};

/// The exit code of the error that `body` throws, and its line in `line`.
inline Exit exitOf(const std::function<void()> &body, std::string *line = nullptr) {
  try {
    body();
  } catch (const Error &error) {
    if (line != nullptr) *line = error.what();
    return error.code;
  }
  return Exit::done;
}

inline std::string fromHex(const std::string &hex) {
  std::string bytes;
  for (size_t at = 0; at < hex.size(); at += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16));
  return bytes;
}

template <typename T>
Array arrayOf(Type type, std::vector<int64_t> shape, const std::vector<T> &values) {
  Array array = {type, std::move(shape), std::vector<char>(values.size() * sizeof(T))};
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

template <typename T>
std::vector<T> valuesOf(const Array &array) {
  std::vector<T> values(array.data.size() / sizeof(T));
  std::memcpy(values.data(), array.data.data(), array.data.size());
  return values;
}

} // namespace shardc::runtime
