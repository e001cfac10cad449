// SPDX-License-Identifier: Apache-2.0
#include "cli/plugins/host/reply.h"

#include "cli/plugins/words.h"

#include <cmath>
#include <cstdio>
#include <unistd.h>

namespace shardc::plugins {

/// Bytes that are no UTF-8 stay as they are: shardc refuses them.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    char escape[8];
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= ' ') {
      out += c;
      continue;
    }
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
    out += escape;
  }
  return out + '"';
}

void Object::raw(std::string_view key, const std::string &json) {
  if (!members.empty()) members += ", ";
  members += quoted(key) + ": " + json;
}

void Object::text(std::string_view key, const char *value) {
  if (value) raw(key, quoted(value));
}

void Object::integer(std::string_view key, int64_t value) { raw(key, std::to_string(value)); }

/// What is no number is a word, which shardc refuses in its place.
void Object::number(std::string_view key, double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  raw(key, std::isfinite(value) ? digits : quoted(digits));
}

void Reply::send(const std::vector<std::string_view> &words) {
  std::string text;
  for (const std::string_view each : words)
    append(text, each);
  for (size_t at = 0; at < text.size();) {
    const ssize_t written = write(pipe, text.data() + at, text.size() - at);
    if (written <= 0) _exit(1);
    at += static_cast<size_t>(written);
  }
}

void Reply::done() {
  send({"done"});
  _exit(0);
}

void Reply::fail(const char *how, const std::string &what) {
  send({how, what});
  _exit(0);
}

} // namespace shardc::plugins
