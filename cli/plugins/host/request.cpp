// SPDX-License-Identifier: Apache-2.0
#include "cli/plugins/host/request.h"

#include <cstdlib>
#include <stdexcept>

namespace shardc::plugins {

Request::Request(std::vector<std::string> given) : words(std::move(given)) {
  if (words.empty()) return;
  asked.target = word().c_str();
  operands = values();
  results = values();
  for (int64_t left = number(); left > 0; --left)
    attributes.push_back(attribute());
  for (int64_t left = number(); left > 0; --left) {
    const char *name = word().c_str();
    mesh.push_back({name, number()});
  }
  for (std::vector<shardc_plugin_value> *values : {&operands, &results})
    for (shardc_plugin_value &value : *values)
      value.axes = mesh.empty() ? nullptr : axesOf(value.rank);
  asked.mesh = mesh.data();
  asked.axis_count = static_cast<int64_t>(mesh.size());
  asked.operands = operands.data();
  asked.operand_count = static_cast<int64_t>(operands.size());
  asked.results = results.data();
  asked.result_count = static_cast<int64_t>(results.size());
  asked.attributes = attributes.data();
  asked.attribute_count = static_cast<int64_t>(attributes.size());
}

const std::string &Request::word() {
  if (at == words.size()) throw std::runtime_error("the request is too short");
  return words[at++];
}

int64_t Request::number() { return std::stoll(word()); }

std::vector<shardc_plugin_value> Request::values() {
  std::vector<shardc_plugin_value> list;
  for (int64_t left = number(); left > 0; --left) {
    const char *type = word().c_str();
    std::vector<int64_t> &dims = extents.emplace_back(number());
    for (int64_t &extent : dims)
      extent = number();
    list.push_back({type, static_cast<int64_t>(dims.size()), dims.data(), nullptr});
  }
  return list;
}

const char *const *Request::axesOf(int64_t rank) {
  std::vector<const char *> &dims = places.emplace_back();
  for (; rank > 0; --rank)
    dims.push_back(word().c_str());
  return dims.data();
}

bool Request::isWanted() const {
  for (const shardc_plugin_value &value : results)
    for (int64_t dim = 0; dim < value.rank; ++dim)
      if (value.axes[dim][0]) return true;
  return false;
}

void Request::place(shardc_plugin_places wanted) {
  for (size_t k = 0; wanted && k < results.size(); ++k)
    results[k].axes = wanted[k];
}

shardc_plugin_attribute Request::attribute() {
  const char *name = word().c_str();
  const std::string kind = word();
  const std::string &value = word();
  if (kind == "text") return {name, value.c_str(), 0, 0};
  if (kind == "real") return {name, nullptr, std::strtod(value.c_str(), nullptr), 0};
  const int64_t whole = std::stoll(value);
  return {name, nullptr, static_cast<double>(whole), whole};
}

} // namespace shardc::plugins
