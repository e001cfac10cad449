// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/value.h"

#include <functional>
#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A program on this process's devices: put inputs, run any number of times, get outputs.
class Session {
public:
  /// Gives each device its memory and its boxes of the constants.
  Session(const Program &program, const Options &options);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// Gives every device its boxes of the value, which is whole and row-major. Of one that is left
  /// unreduced one device for each box has that, the others what changes nothing.
  void set_input(int index, const void *data, size_t data_bytes);
  /// The same of the blocks that make up the value; devices look at those that they have some of.
  void set_input(int index, const std::vector<BoxData> &pieces);
  /// Gives one device its boxes of the value, or of its partial result, each row-major, one after
  /// another. Devices that hold the same are to be given the same.
  void set_input_shard(int index, int device, const void *data, size_t data_bytes);
  /// An input from a file; neither may be null.
  void load_npy(const char *name, const char *path);
  /// Runs the steps and waits for them.
  void run();
  /// The same in two halves: GPUs work while this thread does something else, and in between the
  /// session can do nothing but wait. On CPUs `start` returns when all is done.
  void start();
  void wait();
  /// Outputs of the last run become inputs of the next one, all at once: {output, input}. Nothing
  /// leaves the devices. Both lie alike on them, or the program says how they move; of several
  /// processes all call it then. The outputs are gone after that.
  void feed(const std::vector<std::pair<int, int>> &pairs);
  void feed(const int *outputs, const int *inputs, int count);
  /// Puts the devices' boxes back together. Of devices that hold the same box, the first is read;
  /// partial results are combined, in the order of a sum's tree. Of several processes all call it,
  /// and the first one gets the value; others may bring no room.
  /// Throws where an input was set after the last run: the outputs would not be its.
  void get_output(int index, void *data, size_t data_bytes);
  /// A box of an output that somebody has: the devices that hold it, or partial results of it, and
  /// the process of the first of them. The blocks of an output have each element once.
  struct Block {
    Box box;
    std::vector<int> devices;
    int process;
  };
  std::vector<Block> blocks_of(int output) const;
  /// A box of a value, row-major.
  using TakeBox = std::function<void(const Box &box, const char *data)>;
  /// Calls take for an output's blocks: each is taken once, in its process; all of them call this.
  void own_output(int index, const TakeBox &take);
  /// What one device holds of it, as `set_input_shard` takes it.
  void get_output_shard(int index, int device, void *data, size_t data_bytes);
  /// Where a part of an input or output lies in a device's own memory, a GPU's or the host's, and
  /// how far its elements are from each other. Nothing is copied: who asks for it of an input is to
  /// write all of it before the next run, and what an output has there is so up to that.
  struct Memory {
    char *at = nullptr;           // none: the device has no element of it
    std::vector<int64_t> strides; // in elements, per dimension
  };
  Memory input_memory(int index, int device, int part);
  Memory output_memory(int index, int device, int part);
  /// Values that stay on the devices from call to call, until they are released (value.h); each
  /// process has its devices' part of them. `make_value`: one that lies as an input does and has
  /// nothing in it yet; `keep_output`: what the last run has made, also when the next one has run.
  void make_value(int input, uint64_t *value);
  void keep_output(int output, uint64_t *value);
  /// An input becomes a copy of it, on the devices; both lie alike.
  void set_input_value(int input, uint64_t value);
  void set_value_shard(uint64_t value, int device, const void *data, size_t data_bytes);
  void get_value_shard(uint64_t value, int device, void *data, size_t data_bytes);
  /// Who asks for it writes all of it, or what has been there is so.
  Memory value_memory(uint64_t value, int device, int part);
  void release(uint64_t value);
  /// What this process does between runs, "step 4, which is saved", for a line that says that
  /// another has gone meanwhile; "": nothing of which to speak.
  void say_place(const std::string &place);
  /// What people may want to know of the devices, a line each.
  std::vector<std::string> remarks() const;

private:
  /// By where a box starts: a device for each of its partial results, or one.
  using Holders = std::map<std::vector<int64_t>, std::vector<int>>;

  void put(const Part &part, Type type, const std::vector<BoxData> &pieces,
           const Partials &partials = {});
  /// Throws unless an output, or a value like one, lies on the devices here as the input does.
  void require_alike(const Tensor &value, const Tensor &input) const;
  /// Calls it, and keeps what it throws as the session's failure.
  void recorded(FunctionRef<void()> act);
  /// Work on all devices of this process.
  void work(FunctionRef<void(Machine &)> give);
  /// How outputs become inputs: what the program moves, and copies in each device's arena.
  struct Feeding {
    struct Copy {
      size_t from, to, bytes;
    };
    std::vector<std::pair<int, int>> pairs;
    std::vector<int> moves; // numbers of the program's feeds
    std::vector<std::vector<Copy>> copies;
  };
  const Feeding &feeding_of(const std::vector<std::pair<int, int>> &pairs);
  /// Of what lies alike, on one device.
  void feed(Slot &slot, const std::vector<Feeding::Copy> &copies);
  Holders holders_of(const Part &part, const Partials &partials) const;
  void copy_output(const Tensor &output, char *data);
  /// `to_first`: the first process takes all boxes; else the one that has them.
  void each_box(const Tensor &output, bool to_first, const TakeBox &take);
  /// What is held of a box, where it is taken; those that have it elsewhere send it.
  std::vector<std::vector<char>> gather(const Part &part, const Tensor &output,
                                        const std::vector<int> &holders, int taker);
  int rank() const { return processes ? processes->rank() : 0; }
  /// The device's, if it is one of this process's.
  Slot *find_slot(int device);
  Slot &slot_of(int device);
  /// Throws where the output is not that of the inputs.
  void require_computed(const Tensor &output) const;
  void require_inputs();
  /// Throws while the program runs.
  void require_rest() const;
  static Memory memory(const Tensor &tensor, int device, int part, const PartPlaces &places);

  const Program &program;
  const std::shared_ptr<Failure> failure;
  const std::shared_ptr<Processes> processes; // none: this one alone
  const std::chrono::milliseconds limit;
  const std::shared_ptr<const Placement> placement;
  const std::vector<int> devices; // of this process
  std::vector<Machine> machines;
  Values values;
  std::vector<std::vector<bool>> given; // per input, the devices that have theirs
  bool all_given = false;               // to the devices of this process
  bool computed = false;                // the outputs are those of the inputs
  bool running = false;                 // between `start` and `wait`
  Feeding feeding;                      // the last one: steps do the same again and again
  std::vector<std::pair<int, int>> fed; // what a caller asks for
  std::vector<char> on_the_way;         // outputs, where all are read before any is written
};

/// What inputs or outputs are, without their parts.
std::vector<Signature> signatures(const std::vector<Tensor> &list);
/// Of each tensor the boxes that devices of this process hold, each once.
std::vector<std::vector<Box>> boxes_here(const Program &program, const std::vector<Tensor> &list,
                                         const Options &options);
/// Per tensor and device the first device that holds the same of it; -1 where that is nothing. So
/// those that are their own owners have each block once.
using Owners = std::vector<std::vector<int>>;
Owners owners_of(const Program &program, const std::vector<Tensor> &list);
/// `list[index]`, or an error that says how many there are.
const Tensor &find(const std::vector<Tensor> &list, int index);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
