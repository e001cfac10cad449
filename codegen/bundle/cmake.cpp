// SPDX-License-Identifier: Apache-2.0
// CMakeLists.txt of a bundle.
#include "codegen/bundle/parts.h"
#include "codegen/bundle/runtime_closure.h"
#include "codegen/cpp/calls.h"
#include "codegen/report/libraries.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::bundle {

/// Those that are compiled where there is MPI.
static bool needsMpi(StringRef path) { return path.contains("/mpi/"); }
/// On CPUs, too; GPUs have NCCL, which is opened at run time.
static bool isOfProcesses(StringRef path) { return path == "runtime/collectives/parcels.cpp"; }

/// The runtime's sources that the bundle has: of both targets, or of one alone.
static std::vector<std::string> runtimeSources(const Parts &parts, std::optional<Target> only) {
  std::vector<std::string> sources;
  for (const RuntimeFile &file : parts.runtime) {
    const StringRef path = file.path;
    if (isHeader(path) || needsMpi(path)) continue;
    if (isOfProcesses(path)) {
      if (only == Target::cuda) sources.push_back(path.str());
      continue;
    }
    const bool cpp = isFor(path, Target::cpp), cuda = isFor(path, Target::cuda);
    const bool wanted = only ? cpp != cuda && isFor(path, *only) : cpp && cuda;
    if (wanted) sources.push_back(path.str());
  }
  return sources;
}

/// Those that are not at work during a call, or start and wait for it: a session, files, threads.
static bool isOfHost(StringRef path) {
  return path.starts_with("runtime/host/") || path.starts_with("runtime/io/");
}

static std::string sourceList(ArrayRef<std::string> sources, const std::string &indent) {
  std::string out;
  for (const std::string &source : sources)
    out += "\n" + indent + source;
  return out + ")\n";
}

static bool isFor(const Library &library, const BundleOptions &options) {
  return library.isForGpus ? options.cuda : options.cpu;
}

/// What finds a library, and what is true then. CUDA's toolkit, whose folders headers and libraries
/// may be in, has been found. A package's name has the version that it has to have behind it.
struct CMakeSearch {
  std::string command, found;
};
static CMakeSearch searchFor(const Library &library, const std::string &indent,
                             const std::string &required) {
  const std::string package = library.package.str(), target = library.target.str();
  if (library.isPackage())
    return {indent + "find_package(" + package + required + ")\n",
            library.package.split(' ').first.str() + "_FOUND AND TARGET " + target};
  const std::string prefix = library.name.upper();
  const bool hinted = library.isForGpus;
  return {indent + "find_path(" + prefix + "_HEADERS " + package +
              (hinted ? " HINTS ${CUDAToolkit_INCLUDE_DIRS}" : "") + required + ")\n" + indent +
              "find_library(" + prefix + "_LIBRARY " + target +
              (hinted ? " HINTS ${CUDAToolkit_LIBRARY_DIR}" : "") + required + ")\n",
          prefix + "_HEADERS AND " + prefix + "_LIBRARY"};
}

/// What links a bundle with a library that has been found.
static std::string linkWith(const Library &library, const std::string &n) {
  if (library.isPackage())
    return "    target_link_libraries(" + n + " PUBLIC " + library.target.str() +
           (library.isForGpus ? "" : " ${CMAKE_DL_LIBS}") + ")\n";
  const std::string prefix = library.name.upper();
  return "    target_include_directories(" + n + " PRIVATE ${" + prefix +
         "_HEADERS})\n    target_link_libraries(" + n + " PUBLIC ${" + prefix + "_LIBRARY})\n";
}

/// What finds a library that is used where it is there.
static std::string findIfThere(const Library &library) {
  const std::string option = library.option();
  const CMakeSearch search = searchFor(library, "    ", ""),
                    required = searchFor(library, "    ", " REQUIRED");
  return "  set(" + option + " AUTO CACHE STRING \"" + library.title.str() +
         ": AUTO (where it is found), ON or OFF\")\n  if(" + option + " STREQUAL AUTO)\n" +
         search.command + "  elseif(" + option + ")\n" + required.command + "  endif()\n  if(" +
         option + " AND " + search.found + ")\n";
}

/// What finds libraries for a back end, inside of its branch.
static std::string librariesOf(const Parts &parts, Target target) {
  const std::string &n = parts.plan.id;
  std::string out;
  for (const LibraryUse &use : libraryUses(parts.plan)) {
    const Library &library = *use.library;
    if (library.isForGpus != (target == Target::cuda)) continue;
    out += use.isNeeded
               ? "  # Nothing else does all that it does.\n" +
                     searchFor(library, "  ", " REQUIRED").command + "  if(TRUE)\n"
               : "  # What it does is the runtime's own code elsewhere.\n" + findIfThere(library);
    out += "    message(STATUS \"" + n + ": " + library.title.str() + " does " +
           text::listed(use.routines) + "\")\n    target_compile_definitions(" + n + " PRIVATE " +
           library.definition() + ")\n" + linkWith(library, n) + "  endif()\n";
  }
  return out;
}

static std::string cmakeIntroduction(const Parts &parts) {
  const std::string &n = parts.plan.id;
  const BundleOptions &options = parts.options;
  std::string out =
      "# Builds the library `" + n + "` (include/" + n + ".h) and the program `" + n + "`.\n";
  if (parts.gpu() == GpuKernels::cubin)
    out += "#   cmake -B build -DBACKEND=cuda        GPUs; the kernels are compiled already, for " +
           architecturesText(options.images) + "\n";
  else if (options.cuda)
    out += "#   cmake -B build -DBACKEND=cuda        GPUs; -DCMAKE_CUDA_ARCHITECTURES=\"" +
           text::clean(options.cudaArchitectures, 40) + "\" is the default\n";
  if (options.cpu)
    out += "#   cmake -B build -DBACKEND=cpu         threads; -DCMAKE_CXX_FLAGS=-march=native is "
           "faster\n";
  for (const LibraryUse &use : libraryUses(parts.plan))
    if (isFor(*use.library, options) && !use.isNeeded)
      out += "# -D" + use.library->option() + "=ON: " + use.library->title.str() +
             " has to be there, and is not just taken where it is; =OFF: do without.\n";
  out += "# -DWITH_MPI=ON: processes that mpirun or launch.sh starts share the devices.\n";
  return out + "cmake_minimum_required(VERSION 3.25)\nproject(" + n + " LANGUAGES CXX)\n\n";
}

static std::string backendChoice(const BundleOptions &options) {
  const std::string first = options.cuda ? "cuda" : "cpu";
  const std::string all = !options.cpu ? "cuda" : options.cuda ? "cuda cpu" : "cpu";
  const char *words = !options.cpu ? "What the devices are: cuda (streams on GPUs)"
                      : options.cuda
                          ? "What the devices are: cuda (streams on GPUs) or cpu (threads)"
                          : "What the devices are: cpu (threads)";
  return "set(BACKEND " + first + " CACHE STRING \"" + words +
         "\")\nset_property(CACHE BACKEND PROPERTY STRINGS " + all + ")\n\n";
}

static std::string cudaLanguage(const Parts &parts) {
  if (!parts.options.cuda || parts.gpu() == GpuKernels::cubin) return "";
  std::string architectures = text::clean(parts.options.cudaArchitectures, 200);
  std::replace(architectures.begin(), architectures.end(), ';', ' ');
  return "if(BACKEND STREQUAL cuda)\n"
         "  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\n"
         "    set(CMAKE_CUDA_ARCHITECTURES " +
         architectures +
         ")\n"
         "  endif()\n"
         "  enable_language(CUDA)\n"
         "endif()\n\n";
}

/// What the linker is told where the library is a shared one. Threads may end after it is closed.
static std::string sharedLibrary(const std::string &n) {
  return "# A shared library (-DBUILD_SHARED_LIBS=ON) shows the C interface alone, and stays "
         "loaded for its\n# threads.\nfile(CONFIGURE OUTPUT " +
         n + ".map CONTENT \"{ global: " + n + "_*; local: *; };\\n\")\ntarget_link_options(" + n +
         " PRIVATE\n  \"LINKER:--version-script=${CMAKE_CURRENT_BINARY_DIR}/" + n +
         ".map,-z,nodelete\")\n\n";
}

/// The back end is part of the runtime's names (runtime/namespace.h), and so is MPI.
static std::string backendDefinition(const std::string &target) {
  return "target_compile_definitions(" + target +
         " PRIVATE SHARDC_BACKEND=${BACKEND}$<$<BOOL:${WITH_MPI}>:_mpi>)\n";
}

static std::string dataDefinition(const Parts &parts) {
  if (!hasDataFiles(parts.plan)) return "";
  return "target_compile_definitions(" + parts.plan.id +
         " PRIVATE SHARDC_DATA=\"${CMAKE_CURRENT_SOURCE_DIR}/data\")\n";
}

/// The library, and as objects of their own what of it is not at work during a call.
static std::string library(const Parts &parts) {
  const std::string &n = parts.plan.id, host = n + ".host";
  std::vector<std::string> sources = {"src/" + n + ".api.cpp", "src/" + n + ".devices.cpp",
                                      "src/" + n + ".step.cpp"};
  if (hasConstantsFile(parts.plan))
    sources.insert(sources.begin() + 1, "src/" + n + ".constants.cpp");
  if (hasCalls(parts.plan)) sources.insert(sources.begin() + 1, "src/" + n + ".calls.cpp");
  std::vector<std::string> ofHost;
  for (std::string &source : runtimeSources(parts, std::nullopt))
    (isOfHost(source) ? ofHost : sources).push_back(std::move(source));
  return "# What is fixed and does not compute: sessions, threads, files, the command line.\n"
         "add_library(" +
         host + " OBJECT" + sourceList(ofHost, "  ") + "target_compile_options(" + host +
         " PRIVATE $<$<CONFIG:Release>:-O1>) # soon built\n\nadd_library(" + n +
         sourceList(sources, "  ") + "target_include_directories(" + n +
         " PUBLIC include)\n"
         "# What is not in the header stays inside.\nforeach(part IN ITEMS " +
         n + " " + host +
         ")\n  target_compile_features(${part} PUBLIC cxx_std_20)\n"
         "  target_include_directories(${part} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})\n  " +
         backendDefinition("${part}") +
         "  set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON\n"
         "    CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden "
         "VISIBILITY_INLINES_HIDDEN ON)\nendforeach()\n" +
         dataDefinition(parts) + sharedLibrary(n);
}

/// One archive's objects of the runtime stand in for another's where both are linked: so what one
/// is made of is in all bundles, or in none.
static std::string joinedSources(const Plan &plan) {
  const std::string &n = plan.id;
  const std::string own = hasCalls(plan) ? "|^ops/|/routines/|/libraries/" : "";
  return "# Most of what a source takes is to read headers: those of a folder are compiled "
         "together, but for\n# kernels and for what only some bundles have.\nforeach(part IN "
         "ITEMS " +
         n + " " + n +
         ".host)\n"
         "  get_target_property(sources ${part} SOURCES)\n"
         "  list(FILTER sources EXCLUDE REGEX \"[.]kernels[.]|/data[.]cpp$" +
         own +
         "\")\n"
         "  foreach(source IN LISTS sources)\n"
         "    cmake_path(GET source PARENT_PATH folder)\n"
         "    string(REGEX REPLACE \"/(cpu|threads|start|command_line)$\" \"\" folder "
         "\"${folder}\")\n"
         "    string(MAKE_C_IDENTIFIER \"${folder}\" folder)\n"
         "    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})\n"
         "  endforeach()\n"
         "  set_target_properties(${part} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)\n"
         "endforeach()\ntarget_sources(" +
         n + " PRIVATE $<TARGET_OBJECTS:" + n + ".host>)\n\n";
}

/// Code of the user's.
static void addOwn(std::vector<std::string> &sources, const Plan &plan, Target target) {
  for (const RoutineSource &own : sourcesFor(plan, target))
    sources.push_back(pathInBundle(own));
}

/// What launches routines is C++ there.
static std::string asCpp(ArrayRef<std::string> sources) {
  std::vector<std::string> all;
  llvm::copy_if(sources, std::back_inserter(all),
                [](StringRef source) { return source.ends_with(".cu"); });
  if (all.empty()) return "";
  return "  # Their kernels are compiled already: what is left launches them.\n"
         "  set_source_files_properties(\n    " +
         llvm::join(all, "\n    ") + "\n    PROPERTIES LANGUAGE CXX)\n";
}

/// GPUs, with kernels that are compiled already: a C++ compiler will do.
static std::string cubinBranch(const Parts &parts) {
  const std::string &n = parts.plan.id;
  std::vector<std::string> sources = {"src/" + n + ".cubins.cpp", "src/" + n + ".launch_cuda.cpp"};
  llvm::append_range(sources, runtimeSources(parts, Target::cuda));
  std::string images;
  for (const GpuImage &image : parts.options.images)
    images += "\n    ${CMAKE_CURRENT_SOURCE_DIR}/" + pathOf(image, n);
  return "if(BACKEND STREQUAL cuda)\n"
         "  target_sources(" +
         n + " PRIVATE" + sourceList(sources, "    ") +
         "  # NVIDIA's driver is opened when the program starts: CUDA is not needed to build it.\n"
         "  add_compile_definitions(SHARDC_CUBIN)\n"
         "  set_source_files_properties(src/" +
         n +
         ".cubins.cpp PROPERTIES\n"
         "    COMPILE_DEFINITIONS SHARDC_CUBINS=\"${CMAKE_CURRENT_SOURCE_DIR}/cubin\")\n"
         "  set_property(SOURCE src/" +
         n + ".cubins.cpp PROPERTY OBJECT_DEPENDS" + images + ")\n" + asCpp(sources) +
         "  target_link_libraries(" + n + " PUBLIC ${CMAKE_DL_LIBS})\n";
}

static std::string cudaBranch(const Parts &parts) {
  if (parts.gpu() == GpuKernels::cubin) return cubinBranch(parts);
  const std::string &n = parts.plan.id;
  std::vector<std::string> sources = {"src/" + n + ".kernels.cu"};
  addOwn(sources, parts.plan, Target::cuda);
  llvm::append_range(sources, runtimeSources(parts, Target::cuda));
  return "if(BACKEND STREQUAL cuda)\n"
         "  find_package(CUDAToolkit REQUIRED)\n"
         "  target_sources(" +
         n + " PRIVATE" + sourceList(sources, "    ") +
         "  # Kernels use constexpr functions of interval.h and window.h. -lineinfo: profilers "
         "show\n"
         "  # these lines.\n"
         "  # The compiler fuses no multiply-add, products ask for theirs: the same bits as on "
         "CPUs.\n"
         "  target_compile_options(" +
         n +
         " PRIVATE\n"
         "    $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 --expt-relaxed-constexpr -lineinfo "
         "-fmad=false>)\n"
         "  target_link_libraries(" +
         n + " PUBLIC CUDA::cudart ${CMAKE_DL_LIBS})\n" + librariesOf(parts, Target::cuda);
}

static std::string cpuBranch(const Parts &parts) {
  const std::string &n = parts.plan.id;
  std::vector<std::string> sources = {"src/" + n + ".kernels.cpp"};
  std::string flags;
  for (const InstructionSet &set : instructionSets()) {
    sources.push_back("src/" + n + ".kernels." + set.name + ".cpp");
    flags += "    set_source_files_properties(" + sources.back() +
             " PROPERTIES\n      COMPILE_OPTIONS \"" +
             llvm::join(llvm::split(llvm::StringRef(set.flags), ' '), ";") + "\")\n";
  }
  const std::string kernels = llvm::join(sources, " ");
  sources.push_back("src/" + n + ".launch.cpp");
  addOwn(sources, parts.plan, Target::cpp);
  std::vector<std::string> ofHost;
  for (std::string &source : runtimeSources(parts, Target::cpp))
    (isOfHost(source) ? ofHost : sources).push_back(std::move(source));
  return std::string(parts.options.cuda ? "elseif" : "if") +
         "(BACKEND STREQUAL cpu)\n"
         "  find_package(Threads REQUIRED)\n"
         "  target_sources(" +
         n + " PRIVATE" + sourceList(sources, "    ") + "  target_sources(" + n + ".host PRIVATE" +
         sourceList(ofHost, "    ") +
         "  # Integers wrap around, and the compiler fuses no multiply-add, products ask for "
         "theirs: the\n"
         "  # same bits on every machine. Nothing looks at errno or at floating-point exceptions. "
         "Where\n"
         "  # vectors matter they are written (runtime/device/cpu/vector_cpu.h): those that GCC "
         "makes\n"
         "  # are wrong at times.\n"
         "  target_compile_options(" +
         n + " PRIVATE\n    " + cpuFlags().all +
         "\n    $<$<CXX_COMPILER_ID:GNU>:" + cpuFlags().gnu +
         ">)\n"
         "  if(CMAKE_SYSTEM_PROCESSOR MATCHES \"^(x86_64|AMD64)$\")\n" +
         flags +
         "  endif()\n  # Kernels alone are worth all that a compiler can do.\n"
         "  target_compile_options(" +
         n +
         " PRIVATE $<$<CONFIG:Release>:-O2>)\n"
         "  set_property(SOURCE " +
         kernels +
         "\n    APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)\n"
         "  target_link_libraries(" +
         n + " PUBLIC Threads::Threads)\n" + librariesOf(parts, Target::cpp);
}

/// Several processes, where the user wants them.
static std::string mpiBranch(const Parts &parts) {
  const std::string &n = parts.plan.id, host = n + ".host";
  std::vector<std::string> own, ofHost;
  for (const RuntimeFile &file : parts.runtime)
    if (!isHeader(file.path) && (needsMpi(file.path) || isOfProcesses(file.path)))
      (isOfHost(file.path) ? ofHost : own).push_back(file.path);
  std::string out = "if(WITH_MPI)\n  find_package(MPI REQUIRED COMPONENTS CXX)\n"
                    "  target_sources(" +
                    host + " PRIVATE" + sourceList(ofHost, "    ");
  if (!own.empty())
    out += "  if(BACKEND STREQUAL cpu)\n    target_sources(" + n + " PRIVATE" +
           sourceList(own, "      ") + "  endif()\n";
  return out + "  foreach(part IN ITEMS " + n + " " + host +
         ")\n    target_compile_definitions(${part} PRIVATE SHARDC_MPI)\n"
         "    target_link_libraries(${part} PUBLIC MPI::MPI_CXX)\n  endforeach()\nendif()\n\n";
}

std::string cmakeFile(const Parts &parts) {
  const std::string &n = parts.plan.id;
  const BundleOptions &options = parts.options;
  std::string out = cmakeIntroduction(parts) + backendChoice(options);
  out += "option(WITH_MPI \"Devices may be in several processes, which mpirun starts\" OFF)\n\n";
  out += "if(NOT CMAKE_BUILD_TYPE)\n  set(CMAKE_BUILD_TYPE Release)\nendif()\n\n";
  out += cudaLanguage(parts) + library(parts);
  if (options.cuda) out += cudaBranch(parts);
  if (options.cpu) out += cpuBranch(parts);
  const char *choices = !options.cpu ? "cuda" : options.cuda ? "cuda or cpu" : "cpu";
  out += std::string("else()\n  message(FATAL_ERROR \"BACKEND is '${BACKEND}'; it must be ") +
         choices + "\")\nendif()\n\n" + mpiBranch(parts) + joinedSources(parts.plan);
  out += "if(PROJECT_IS_TOP_LEVEL)\n"
         "  # An object of its own: it is compiled while what it is linked with still is.\n"
         "  add_library(" +
         n + ".main OBJECT src/main.cpp)\n  target_compile_features(" + n +
         ".main PRIVATE cxx_std_20)\n"
         "  target_include_directories(" +
         n + ".main PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})\n  " + backendDefinition(n + ".main") +
         "  # Of the library's objects: it uses more than a shared library shows.\n"
         "  add_executable(" +
         n + "_main)\n  target_sources(" + n + "_main PRIVATE $<TARGET_OBJECTS:" + n +
         ".main>\n    $<TARGET_OBJECTS:" + n + "> $<TARGET_OBJECTS:" + n +
         ".host>)\n"
         "  set_target_properties(" +
         n + "_main PROPERTIES OUTPUT_NAME " + n + " LINKER_LANGUAGE CXX)\n" +
         "  target_link_libraries(" + n + "_main PRIVATE $<TARGET_PROPERTY:" + n +
         ",INTERFACE_LINK_LIBRARIES>)\nendif()\n";
  return out;
}

} // namespace shardc::bundle
