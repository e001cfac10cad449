// SPDX-License-Identifier: Apache-2.0
// The table is believed in nothing: boxes have to lie within their values, tensors to have the type
// and size of their boxes, and the blocks of a value every element once. Elements stay in the
// files, which are mapped, until a device wants them.
#include "runtime/io/formats/shards.h"

#include "runtime/io/file.h"
#include "runtime/io/formats/json.h"
#include "runtime/io/formats/safetensors.h"

#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

[[noreturn]] void refuse_shards(const std::string &why) { throw Error(Exit::wrong_input, why); }

Type type_named(const std::string &wanted) {
#define SHARDC_TYPE(own, ...)                                                                      \
  if (wanted == #own) return Type::own;
#include "runtime/types.def"
#undef SHARDC_TYPE
  refuse_shards("there is no type '" + wanted + "'");
}

/// Within a value of that shape.
Box box_of(const Json &json, const std::vector<int64_t> &shape) {
  Box box;
  for (const Json &dim : entries_of(json, Json::Kind::list, "a box")) {
    const std::vector<int64_t> ends = counts_of(dim, "a box");
    if (ends.size() != 2 || ends[0] > ends[1]) refuse_shards("a box is no list of [from, to]");
    box.push_back({ends[0], ends[1]});
  }
  bool is_inside = box.size() == shape.size();
  for (size_t dim = 0; is_inside && dim < shape.size(); ++dim)
    is_inside = box[dim].hi <= shape[dim];
  if (!is_inside) refuse_shards("block " + block_text(box) + " is not within the value");
  return box;
}

/// Throws unless every element is in one of the blocks, and in no other.
void require_all(const Input &value) {
  int64_t count = 0;
  for (size_t k = 0; k < value.blocks.size(); ++k) {
    count += elements(value.blocks[k].box);
    for (size_t other = 0; other < k; ++other)
      if (elements(intersect(value.blocks[k].box, value.blocks[other].box)) > 0)
        refuse_shards("blocks " + block_text(value.blocks[other].box) + " and " +
                      block_text(value.blocks[k].box) + " overlap");
  }
  const int64_t all = elements(whole(value.array.shape));
  if (count != all)
    refuse_shards("the blocks have " + std::to_string(count) + " of " + std::to_string(all) +
                  " elements");
}

class Reader {
public:
  explicit Reader(const std::string &folder) : folder(folder) {}

  std::vector<std::pair<std::string, Input>> all(const Json &table) {
    const Json *const kind = find_member(table, "kind");
    if (!kind || kind->text != "shards") refuse_shards("is no table of shards");
    if (count_of(member_of(table, "shardc"), "\"shardc\"") != 1)
      throw Error(Exit::unsupported, "is of a later version");
    std::vector<std::pair<std::string, Input>> values;
    for (const Json &entry :
         entries_of(member_of(table, "outputs"), Json::Kind::object, "\"outputs\""))
      try {
        values.emplace_back(entry.name, value(entry));
      } catch (const Error &error) {
        throw Error(error.code, "'" + entry.name + "': " + error.what());
      }
    return values;
  }

private:
  Input value(const Json &entry) {
    Input value;
    const Type type = type_named(string_of(member_of(entry, "dtype"), "\"dtype\""));
    value.array = {type, counts_of(member_of(entry, "shape"), "\"shape\""), {}};
    elementsOf(value.array.shape, type); // throws where that is too much
    for (const Json &block :
         entries_of(member_of(entry, "blocks"), Json::Kind::list, "\"blocks\"")) {
      const Box box = box_of(member_of(block, "box"), value.array.shape);
      const Safetensors &file = open(string_of(member_of(block, "file"), "\"file\""));
      value.blocks.push_back({box, find(file, block, box, type)});
      value.files.push_back(file.mapping());
    }
    require_all(value);
    return value;
  }

  const char *find(const Safetensors &file, const Json &block, const Box &box, Type type) const {
    const std::string &key = string_of(member_of(block, "key"), "\"key\"");
    const Array is = file.describe(key);
    const StoredTensor &tensor = file.tensors().at(key);
    const size_t expected = elements(box) * bytes(type);
    if (tensor.type != stored_name(type) || tensor.bytes != expected)
      refuse_shards("tensor '" + key + "' is " + typeText(is.type, is.shape) + ", not block " +
                    block_text(box) + " of " + name(type));
    return file.mapping()->bytes().data() + tensor.at;
  }

  const Safetensors &open(const std::string &file) {
    if (file.find('/') != std::string::npos || file.empty())
      refuse_shards("file '" + file + "' is not one of the folder");
    auto found = files.find(file);
    if (found == files.end()) found = files.try_emplace(file, folder + file).first;
    return found->second;
  }

  const std::string &folder;
  std::map<std::string, Safetensors> files;
};

} // namespace

std::string block_text(const Box &box) {
  std::string text;
  for (const Interval &dim : box)
    text += (text.empty() ? "" : ", ") + std::to_string(dim.lo) + ":" + std::to_string(dim.hi);
  return "[" + text + "]";
}

bool has_owners(const std::string &folder) { return access((folder + kOwners).c_str(), F_OK) == 0; }

std::vector<std::pair<std::string, Input>> read_shards(const std::string &folder) {
  const std::string path = folder + kOwners;
  const std::string text = readFile(path);
  try {
    return Reader(folder).all(parse_json(text));
  } catch (const Error &error) {
    throw Error(error.code, one_line(path + ": " + error.what()));
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
