// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/command_line/outputs.h"

#include "runtime/io/file.h"
#include "runtime/io/folder.h"
#include "runtime/io/json.h"
#include "runtime/io/lookup.h"
#include "runtime/io/safetensors.h"
#include "runtime/io/shards.h"
#include "runtime/io/shared_npy.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <sys/stat.h>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

bool is_first(const Options &options) {
  return !options.processes || options.processes->rank() == 0;
}

double longest(const Options &options, double seconds) {
  if (!options.processes) return seconds;
  std::vector<double> all(options.processes->count(), seconds);
  gather(*options.processes, reinterpret_cast<char *>(all.data()), sizeof seconds, options.limit);
  return *std::max_element(all.begin(), all.end());
}

/// Waits for all processes.
static void meet(const Options &options) { longest(options, 0); }

/// Folders on the way to a file, and a last one where `path` ends with a slash.
static void make_folders(const std::string &path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
    if (mkdir(path.substr(0, at).c_str(), 0777) != 0 && errno != EEXIST)
      throw Error(Exit::environment,
                  one_line(path.substr(0, at) + ": cannot be made: " + std::strerror(errno)));
}

void write_folder(Session &session, const std::vector<Signature> &outputs, const std::string &path,
                  const Options &options) {
  std::deque<SharedNpy> files;
  for (const Signature &output : outputs) {
    const std::string file = path + file_of(pathOf(shownName(output)));
    if (is_first(options)) make_folders(file);
    files.emplace_back(file, output.type, output.shape);
    if (is_first(options)) files.back().make();
  }
  meet(options);
  for (size_t output = 0; output < files.size(); ++output)
    session.own_output(static_cast<int>(output),
                       [&](const Box &box, const char *data) { files[output].write(box, data); });
  meet(options);
  for (SharedNpy &file : files)
    file.finish(is_first(options));
}

namespace {

std::string file_of_rank(int rank) { return "rank-" + std::to_string(rank) + ".safetensors"; }

template <typename List, typename Text>
std::string listed(const List &list, const Text &text) {
  std::string out;
  for (const auto &entry : list)
    out += (out.empty() ? "" : ", ") + text(entry);
  return "[" + out + "]";
}

/// "w[0:2, 0:4]"
std::string key_of(const std::string &name, const Box &box) {
  return name + listed(box, [](const Interval &dim) {
           return std::to_string(dim.lo) + ":" + std::to_string(dim.hi);
         });
}

std::string line_of(const std::string &name, const Session::Block &block) {
  const auto number = [](int64_t value) { return std::to_string(value); };
  const auto ends = [](const Interval &dim) {
    return "[" + std::to_string(dim.lo) + ", " + std::to_string(dim.hi) + "]";
  };
  return "        {\"box\": " + listed(block.box, ends) +
         ", \"devices\": " + listed(block.devices, number) +
         ", \"rank\": " + std::to_string(block.process) + ", \"file\": \"" +
         file_of_rank(block.process) + "\", \"key\": " + json_string(key_of(name, block.box)) + "}";
}

/// An entry of owners.json.
std::string entry_of(const Tensor &output, const std::string &name,
                     const std::vector<Session::Block> &blocks) {
  std::string lines;
  for (const Session::Block &block : blocks)
    lines += (lines.empty() ? "\n" : ",\n") + line_of(name, block);
  return "    " + json_string(name) + ": {\n      \"dtype\": \"" + runtime::name(output.type) +
         "\", \"shape\": " +
         listed(output.shape, [](int64_t extent) { return std::to_string(extent); }) +
         ", \"sharding\": " + json_string(output.sharding) + ",\n      \"blocks\": [" + lines +
         "]}";
}

/// What a rank's file holds of an output, one block behind the other.
struct Own {
  int output;
  Box box;
  size_t at; // [bytes]
};

void write_own(Session &session, const SharedFile &file, const std::vector<Own> &all, int outputs,
               const std::vector<Tensor> &tensors) {
  auto next = all.begin();
  for (int output = 0; output < outputs; ++output)
    session.own_output(output, [&](const Box &box, const char *data) {
      const Own &own = *next++;
      file.write([&](const SharedFile::Put &put) {
        put(data, elements(box) * bytes(tensors[output].type), own.at);
      });
    });
}

} // namespace

void write_shards(Session &session, const Program &program, const std::string &folder,
                  const Options &options) {
  const int rank = options.processes ? options.processes->rank() : 0;
  const int ranks = options.processes ? options.processes->count() : 1;
  const std::vector<Signature> outputs = signatures(program.outputs);
  std::string table;
  std::vector<std::pair<std::string, std::pair<Type, std::vector<int64_t>>>> tensors;
  std::vector<Own> own;
  size_t all = 0;
  for (int output = 0; output < static_cast<int>(outputs.size()); ++output) {
    const Tensor &tensor = program.outputs[output];
    const std::string name = pathOf(shownName(outputs[output]));
    const std::vector<Session::Block> blocks = session.blocks_of(output);
    table += (table.empty() ? "" : ",\n") + entry_of(tensor, name, blocks);
    for (const Session::Block &block : blocks) {
      if (block.process != rank) continue;
      std::vector<int64_t> shape;
      for (const Interval &dim : block.box)
        shape.push_back(dim.size());
      tensors.push_back({key_of(name, block.box), {tensor.type, shape}});
      own.push_back({output, block.box, all});
      all += elements(block.box) * bytes(tensor.type);
    }
  }
  const std::string owners = folder + kOwners;
  if (is_first(options)) {
    make_folders(folder);
    unlink(owners.c_str()); // it would not be true while the files change
  }
  meet(options);
  SharedFile file(folder + file_of_rank(rank), safetensors_header(tensors), all);
  file.make();
  write_own(session, file, own, static_cast<int>(outputs.size()), program.outputs);
  file.finish(true);
  meet(options);
  if (!is_first(options)) return;
  writeFile(owners,
            "{ \"shardc\": 1, \"kind\": \"shards\", \"program\": " + json_string(program.name) +
                ", \"mesh\": " + json_string(program.devices_are) + ",\n  \"devices\": " +
                std::to_string(program.devices) + ", \"ranks\": " + std::to_string(ranks) +
                ",\n  \"outputs\": {\n" + table + "\n  } }\n");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
