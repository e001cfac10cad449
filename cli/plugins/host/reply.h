// SPDX-License-Identifier: Apache-2.0
// What the process that runs a plug-in tells shardc, word by word, so that of a plug-in that
// crashes it is known where it was.
#pragma once

#include "shardc/plugin.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardc::plugins {

/// An object of JSON, member by member.
class Object {
public:
  /// Members that are nothing (NULL) are left out.
  void text(std::string_view key, const char *value);
  void number(std::string_view key, double value);
  void integer(std::string_view key, int64_t value);
  void raw(std::string_view key, const std::string &json);
  bool isEmpty() const { return members.empty(); }
  std::string json() const { return "{" + members + "}"; }

private:
  std::string members;
};

std::string quoted(std::string_view text);

/// Writes to shardc.
class Reply {
public:
  explicit Reply(int pipe) : pipe(pipe) {}

  /// A function of the plug-in begins.
  void enter(const char *function) { send({"enter", function}); }
  /// What it says of an entry.
  void value(const char *function, const Object &object) {
    send({"value", function, object.json()});
  }
  /// A file that is not on the disk.
  void file(std::string_view name, std::string_view text) { send({"file", name, text}); }
  /// Ends the process: the plug-in has been asked all.
  [[noreturn]] void done();
  /// Ends the process: it cannot be used, is of another version, or says that something is wrong.
  [[noreturn]] void fail(const char *how, const std::string &what);

private:
  int pipe;
  void send(const std::vector<std::string_view> &words);
};

} // namespace shardc::plugins
