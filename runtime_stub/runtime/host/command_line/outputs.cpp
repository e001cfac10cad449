// SPDX-License-Identifier: Apache-2.0
// A file of blocks is laid out before anything is written: header, blocks in the order of outputs
// and parts, and the lines of the table that say where they are. Every process computes the lines
// of all, and the first one writes them when all files have their names. They get these when all
// are whole, and an older table is removed before: a run that fails leaves what was there, and one
// that is cut short no table that is not true.
#include "runtime/host/command_line/outputs.h"

#include "runtime/io/file.h"
#include "runtime/io/folder.h"
#include "runtime/io/formats/json.h"
#include "runtime/io/formats/safetensors.h"
#include "runtime/io/formats/shards.h"
#include "runtime/io/formats/shared_npy.h"
#include "runtime/io/lookup.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <set>
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
std::string key_of(const std::string &name, const Box &box) { return name + block_text(box); }

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

/// The file of a process, and the table of all.
struct Layout {
  std::string table; // the entries of owners.json
  std::vector<Signature> tensors;
  std::vector<size_t> begins; // of these, behind the header [bytes]
  size_t bytes = 0;           // of all
};

void add_blocks(Layout &layout, const std::string &name, Type type,
                const std::vector<Session::Block> &blocks, int rank) {
  for (const Session::Block &block : blocks) {
    if (block.process != rank) continue;
    std::vector<int64_t> shape;
    for (const Interval &dim : block.box)
      shape.push_back(dim.size());
    layout.tensors.push_back({key_of(name, block.box), type, shape});
    layout.begins.push_back(layout.bytes);
    layout.bytes += elements(block.box) * bytes(type);
  }
}

Layout layout_of(const Session &session, const Program &program, int rank) {
  Layout layout;
  std::set<std::string> names;
  for (const Signature &output : signatures(program.outputs)) {
    const int number = static_cast<int>(names.size());
    const std::string name = pathOf(shownName(output));
    if (!names.insert(name).second)
      throw Error(Exit::unsupported,
                  one_line("two outputs are called '" + name + "', and shards are known by names"));
    const std::vector<Session::Block> blocks = session.blocks_of(number);
    layout.table += (number == 0 ? "" : ",\n") + entry_of(program.outputs[number], name, blocks);
    add_blocks(layout, name, output.type, blocks, rank);
  }
  return layout;
}

/// Blocks come in the order of the layout.
void write_blocks(Session &session, const Program &program, const SharedFile &file,
                  const Layout &layout) {
  auto begin = layout.begins.begin();
  for (size_t output = 0; output < program.outputs.size(); ++output)
    session.own_output(static_cast<int>(output), [&](const Box &box, const char *data) {
      const size_t size = elements(box) * bytes(program.outputs[output].type), at = *begin++;
      file.write([&](const SharedFile::Put &put) { put(data, size, at); });
    });
}

} // namespace

void write_shards(Session &session, const Program &program, const std::string &folder,
                  const Options &options) {
  const int rank = options.processes ? options.processes->rank() : 0;
  const int ranks = options.processes ? options.processes->count() : 1;
  const Layout layout = layout_of(session, program, rank);
  const std::string owners = folder + kOwners;
  if (rank == 0) make_folders(folder);
  meet(options);
  SharedFile file(folder + file_of_rank(rank), safetensors_header(layout.tensors), layout.bytes);
  file.make();
  write_blocks(session, program, file, layout);
  meet(options);
  if (rank == 0) unlink(owners.c_str()); // it would not be true while the files change
  meet(options);
  file.finish(true);
  meet(options);
  if (rank != 0) return;
  writeFile(owners,
            "{ \"shardc\": 1, \"kind\": \"shards\", \"program\": " + json_string(program.name) +
                ", \"mesh\": " + json_string(program.devices_are) + ",\n  \"devices\": " +
                std::to_string(program.devices) + ", \"ranks\": " + std::to_string(ranks) +
                ",\n  \"outputs\": {\n" + layout.table + "\n  } }\n");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
