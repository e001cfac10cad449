// SPDX-License-Identifier: Apache-2.0
// What shardc asks of a plug-in, read from a file, as the structs that the plug-in is given.
#pragma once

#include "shardc/plugin.h"

#include <deque>
#include <string>
#include <vector>

namespace shardc::plugins {

/// A call, and the memory of what it points to.
class Request {
public:
  /// Throws std::runtime_error where the words are no request: shardc wrote them.
  explicit Request(std::vector<std::string> words);
  Request(const Request &) = delete;

  /// Nothing is asked of a call: of all targets.
  bool isOfPlugin() const { return words.empty(); }
  const shardc_plugin_call &call() const { return asked; }
  bool hasMesh() const { return asked.axis_count > 0; }
  /// Whether somebody wants anything of a result.
  bool isWanted() const;
  /// Results lie so; nothing where that is NULL.
  void place(shardc_plugin_places wanted);

private:
  std::vector<std::string> words;
  size_t at = 0;
  std::deque<std::vector<int64_t>> extents;
  std::vector<shardc_plugin_value> operands, results;
  std::vector<shardc_plugin_attribute> attributes;
  std::vector<shardc_plugin_axis> mesh;
  std::deque<std::vector<const char *>> places;
  shardc_plugin_call asked = {};

  const std::string &word();
  int64_t number();
  std::vector<shardc_plugin_value> values();
  shardc_plugin_attribute attribute();
  const char *const *axesOf(int64_t rank);
};

} // namespace shardc::plugins
