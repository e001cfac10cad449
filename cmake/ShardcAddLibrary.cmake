# shardc_add_library(NAME PROGRAM FILE [CONFIG FILE] TARGET cpu|cuda
#                    [CUDA_ARCHITECTURES ARCH...] [OUTPUT_DIR FOLDER]
#                    [EMBED cubin] [NUMERICS exact|strict|fast] [SUM_LEAVES N] [MACHINE NAME|FILE]
#                    [LIBRARIES auto|none|NAME...] [MPI])
#
# A library NAME, with the header NAME.h and functions that begin with NAME_, from a program, whatever
# that is called, and its sharding; shared where BUILD_SHARED_LIBS says so. The bundle lies in FOLDER
# (NAME.bundle in the build folder) and is written anew when an input changes. With TARGET cuda the
# project has enabled the language CUDA, unless shardc compiles the kernels: EMBED cubin, for
# CUDA_ARCHITECTURES. NUMERICS, SUM_LEAVES, MACHINE and LIBRARIES are --numerics, --sum-leaves,
# --machine and --libraries; the library is linked with those that are found. MPI: sessions may share
# their devices with those of other processes (NAME_options.mpi).
cmake_policy(VERSION 3.25)

# Run with -P before the compiler: build tools make the folders of declared outputs beforehand, but
# shardc replaces only bundles and what does not exist. Removes FOLDER if no file is in it.
if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB_RECURSE files LIST_DIRECTORIES FALSE "${FOLDER}/*" "${FOLDER}/.*")
  if(NOT files)
    file(REMOVE_RECURSE "${FOLDER}")
  endif()
  return()
endif()

# The bundle's files, as absolute paths: what the compiler says or, where it is yet to be built, those
# of them that every bundle has and that are compiled or included elsewhere. `embed`: whether kernels
# are compiled.
function(_shardc_outputs name folder target embed command to)
  if(NOT SHARDC_EXECUTABLE)
    set(files include/${name}.h src/${name}.api.cpp src/${name}.devices.cpp src/${name}.plan.h
      src/${name}.step.cpp)
    list(APPEND files ${SHARDC_RUNTIME_FILES})
    list(FILTER files EXCLUDE REGEX "^runtime/.*[.]h$") # which of them depends on the program
    if(target STREQUAL cpu)
      list(APPEND files src/${name}.kernels.h src/${name}.kernels.cpp src/${name}.kernels.avx2.cpp
        src/${name}.kernels.avx512.cpp src/${name}.launch.cpp)
      list(FILTER files EXCLUDE REGEX "^runtime/.*_(cuda|cubin)[.]")
    elseif(embed)
      list(APPEND files src/${name}.cubins.cpp src/${name}.kernels.cu src/${name}.launch_cuda.cpp)
      list(FILTER files EXCLUDE REGEX "^runtime/(.*_cpu[.]|.*[.]cu$)")
    else()
      list(APPEND files src/${name}.kernels.cu)
      list(FILTER files EXCLUDE REGEX "^runtime/.*_(cpu|cubin)[.]")
    endif()
    list(FILTER files EXCLUDE REGEX "^runtime/(collectives/|libraries/|routines/|host/(data|ops/))") # only some have them
    list(TRANSFORM files PREPEND "${folder}/")
    set(${to} "${files}" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND "${SHARDC_EXECUTABLE}" ${command} --list-outputs
    OUTPUT_VARIABLE files ERROR_VARIABLE errors RESULT_VARIABLE failed
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed)
    message(FATAL_ERROR "shardc_add_library(${name}): shardc says\n${errors}")
  endif()
  string(REPLACE "\n" ";" files "${files}")
  set(${to} "${files}" PARENT_SCOPE)
endfunction()

# Those of `files` that the library is made of.
function(_shardc_sources name target embed mpi files to)
  list(FILTER files INCLUDE REGEX "/((src|runtime(/[a-z_]+)+)/[^/]*[.](cpp|cu)|ops/.*[.](cpp|cc|cxx|cu))$")
  list(FILTER files EXCLUDE REGEX "/src/main[.]cpp$")
  if(target STREQUAL cpu)
    list(FILTER files EXCLUDE REGEX "(/runtime/[a-z_/]*_cuda[.]cpp|[.]cu)$")
  elseif(embed)
    list(FILTER files EXCLUDE REGEX "/runtime/[a-z_/]*_cpu[.]cpp$")
    list(FILTER files EXCLUDE REGEX "/src/${name}[.](kernels[^/]*[.](cpp|cu)|launch[.]cpp)$")
  else()
    list(FILTER files EXCLUDE REGEX "(/runtime/[a-z_/]*_cpu[.]cpp|/src/${name}[.](kernels|launch)[^/]*[.]cpp)$")
  endif()
  if(NOT mpi)
    list(FILTER files EXCLUDE REGEX "/mpi/[^/]*$")
    if(target STREQUAL cpu)
      list(FILTER files EXCLUDE REGEX "/collectives/parcels[.]cpp$")
    endif()
  endif()
  if(NOT SHARDC_EXECUTABLE)
    # Only bundles with constants, with devices that exchange data, or with code for ops, have these
    # files; that code itself is known when the compiler is built.
    set(some "src/${name}.constants.cpp" "src/${name}.calls.cpp" runtime/host/data.cpp
      runtime/host/ops/checked_call.cpp runtime/host/ops/op_call.cpp runtime/host/ops/op_check.cpp
      runtime/host/ops/own_op.cpp runtime/host/ops/pad.cpp runtime/host/ops/padded_call.cpp
      runtime/host/ops/positions.cpp runtime/collectives/collectives.cpp)
    if(target STREQUAL cpu)
      list(APPEND some runtime/collectives/threads/collectives_cpu.cpp
        runtime/host/ops/op_call_cpu.cpp runtime/host/ops/pad_cpu.cpp)
      if(mpi)
        list(APPEND some runtime/collectives/mpi/collectives_mpi_cpu.cpp
          runtime/collectives/parcels.cpp)
      endif()
    else()
      list(APPEND some runtime/host/ops/op_call_cuda.cpp
        runtime/collectives/cuda_local/collectives_cuda.cpp
        runtime/collectives/cuda_local/copies_cuda.cpp runtime/collectives/cuda_local/peers_cuda.cpp
        runtime/collectives/nccl/collectives_nccl_cuda.cpp runtime/collectives/nccl/even_cuda.cpp
        runtime/collectives/nccl/library_cuda.cpp runtime/collectives/nccl/nccl_cuda.cpp
        runtime/collectives/parcels.cpp)
    endif()
    if(embed)
      list(APPEND some runtime/collectives/cuda_local/combine_cubin.cpp
        runtime/host/ops/by_name_cubin.cpp)
    elseif(target STREQUAL cuda)
      list(APPEND some runtime/collectives/cuda_local/combine_cuda.cu
        runtime/host/ops/pad_cuda.cu)
    endif()
    set(routines ${SHARDC_RUNTIME_FILES})
    list(FILTER routines INCLUDE REGEX "^runtime/(libraries|routines)/.*_(${target}.c[pu]*)$")
    list(APPEND some ${routines})
    foreach(file IN LISTS some)
      string(REPLACE "/" "_" flat "${file}")
      set(included "${CMAKE_CURRENT_BINARY_DIR}/${name}.included/${flat}")
      file(CONFIGURE OUTPUT "${included}"
        CONTENT "#if __has_include(\"${file}\")\n#include \"${file}\"\n#endif\n")
      list(APPEND files "${included}")
    endforeach()
  endif()
  set(${to} "${files}" PARENT_SCOPE)
endfunction()

# Links a library that is asked for, where it is found.
function(_shardc_find_library name asked library package target)
  if(NOT "${asked}" MATCHES "(^|;)(auto|${library})(;|$)")
    return()
  endif()
  string(TOUPPER ${library} upper)
  if(package MATCHES "[.]hp*$") # a header, and a library
    find_path(${upper}_HEADERS ${package})
    find_library(${upper}_LIBRARY ${target})
    if(NOT ${upper}_HEADERS OR NOT ${upper}_LIBRARY)
      return()
    endif()
    target_include_directories(${name} PRIVATE ${${upper}_HEADERS})
    set(target ${${upper}_LIBRARY})
  else()
    find_package(${package} GLOBAL)
    if(NOT TARGET ${target})
      return()
    endif()
  endif()
  target_compile_definitions(${name} PRIVATE SHARDC_${upper})
  target_link_libraries(${name} PUBLIC ${target})
endfunction()

function(shardc_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "MPI"
    "PROGRAM;CONFIG;TARGET;OUTPUT_DIR;EMBED;NUMERICS;SUM_LEAVES;MACHINE"
    "CUDA_ARCHITECTURES;LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_PROGRAM OR NOT arg_TARGET MATCHES "^(cpu|cuda)$")
    message(FATAL_ERROR "shardc_add_library(${name}): wants PROGRAM FILE and TARGET cpu or cuda, and "
      "knows CONFIG, CUDA_ARCHITECTURES, OUTPUT_DIR, EMBED, NUMERICS, SUM_LEAVES, MACHINE, LIBRARIES and MPI "
      "beside them")
  endif()
  set(embed FALSE)
  if(arg_EMBED)
    set(embed TRUE)
  elseif(arg_TARGET STREQUAL cuda AND NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "shardc_add_library(${name}): TARGET cuda needs project(... LANGUAGES CUDA) "
      "or EMBED cubin")
  endif()
  get_filename_component(program "${arg_PROGRAM}" ABSOLUTE)
  set(inputs "${program}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}.bundle")
  if(arg_OUTPUT_DIR)
    get_filename_component(folder "${arg_OUTPUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  set(command compile "${program}" --name ${name} -o "${folder}" --target ${arg_TARGET})
  if(arg_CONFIG)
    get_filename_component(config "${arg_CONFIG}" ABSOLUTE)
    list(APPEND inputs "${config}")
    list(APPEND command -c "${config}")
  endif()
  if(embed)
    list(APPEND command --embed ${arg_EMBED})
    if(arg_CUDA_ARCHITECTURES)
      list(JOIN arg_CUDA_ARCHITECTURES "," architectures)
      list(APPEND command --cuda-arch ${architectures})
    endif()
  endif()
  if(arg_NUMERICS)
    list(APPEND command --numerics ${arg_NUMERICS})
  endif()
  if(arg_SUM_LEAVES)
    list(APPEND command --sum-leaves ${arg_SUM_LEAVES})
  endif()
  if(arg_LIBRARIES)
    list(JOIN arg_LIBRARIES "," libraries)
    list(APPEND command --libraries "${libraries}")
  endif()
  if(arg_MACHINE MATCHES "[./]") # a file
    get_filename_component(arg_MACHINE "${arg_MACHINE}" ABSOLUTE)
    list(APPEND inputs "${arg_MACHINE}")
  endif()
  if(arg_MACHINE)
    list(APPEND command --machine "${arg_MACHINE}")
  endif()

  _shardc_outputs(${name} "${folder}" ${arg_TARGET} ${embed} "${command}" outputs)
  # What the bundle has may depend on what the program says.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})
  add_custom_command(OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} "-DFOLDER=${folder}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMAND shardc::shardc ${command} -MD -MF "${folder}.d"
    DEPENDS shardc::shardc ${inputs} DEPFILE "${folder}.d"
    COMMENT "Sharding ${name}" VERBATIM)

  _shardc_sources(${name} ${arg_TARGET} ${embed} ${arg_MPI} "${outputs}" sources)
  # What is fixed and does not compute, as in a bundle's own CMakeLists.txt.
  set(host "${sources}")
  list(FILTER host INCLUDE REGEX
    "/runtime/(host/([a-z_]+|(cpu|mpi)/[a-z_]+)|io/[a-z_]+|collectives/collectives)[.]cpp$")
  list(REMOVE_ITEM sources ${host})
  add_library(${name}.host OBJECT ${host})
  target_compile_options(${name}.host PRIVATE $<$<CONFIG:Release>:-O1>)
  add_library(${name} ${sources})
  add_custom_target(${name}.sources DEPENDS ${outputs})
  target_include_directories(${name} PUBLIC "${folder}/include")
  target_compile_definitions(${name} PRIVATE SHARDC_DATA="${folder}/data")
  foreach(part IN ITEMS ${name} ${name}.host)
    add_dependencies(${part} ${name}.sources) # nobody includes the header before it is there
    target_compile_features(${part} PUBLIC cxx_std_20)
    target_include_directories(${part} PRIVATE "${folder}")
    # The back end is part of the runtime's names (runtime/namespace.h), and so is MPI.
    target_compile_definitions(${part} PRIVATE
      SHARDC_BACKEND=${arg_TARGET}$<$<BOOL:${arg_MPI}>:_mpi> $<$<BOOL:${arg_MPI}>:SHARDC_MPI>)
    # One archive's objects of the runtime stand in for another's where both are linked: so joined
    # is only what all bundles have, or none. Kernels are compiled apart.
    get_target_property(joined ${part} SOURCES)
    list(FILTER joined EXCLUDE REGEX "[.]kernels[.]|/data[.]cpp$|/${name}[.]included/")
    foreach(source IN LISTS joined)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${folder}" OUTPUT_VARIABLE below)
      cmake_path(GET below PARENT_PATH group)
      string(REGEX REPLACE "host/cpu$" "host" group "${group}")
      string(MAKE_C_IDENTIFIER "${group}" group)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${group})
    endforeach()
    set_target_properties(${part} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
      POSITION_INDEPENDENT_CODE ON
      CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endforeach()
  if(arg_MPI)
    find_package(MPI REQUIRED COMPONENTS CXX)
    target_link_libraries(${name} PUBLIC MPI::MPI_CXX)
    target_link_libraries(${name}.host PRIVATE MPI::MPI_CXX)
  endif()
  # A shared library shows the C interface alone, and stays loaded for its threads.
  set(map "${CMAKE_CURRENT_BINARY_DIR}/${name}.map")
  file(CONFIGURE OUTPUT "${map}" CONTENT "{ global: ${name}_*; local: *; };\n")
  target_link_options(${name} PRIVATE "LINKER:--version-script=${map},-z,nodelete")
  target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}.host>)
  if(arg_TARGET STREQUAL cpu)
    find_package(Threads REQUIRED GLOBAL)
    include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CpuFlags.cmake")
    target_compile_options(${name} PRIVATE ${SHARDC_CPU_FLAGS}
      $<$<CXX_COMPILER_ID:GNU>:${SHARDC_GNU_FLAGS}>)
    # As in a bundle's own CMakeLists.txt.
    set_source_files_properties("${folder}/runtime/collectives/threads/collectives_cpu.cpp" PROPERTIES
      COMPILE_OPTIONS "$<$<CONFIG:Release>:-O2>")
    # Kernels once for each set of instructions; the processor takes its own.
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
      set_source_files_properties("${folder}/src/${name}.kernels.avx2.cpp" PROPERTIES
        COMPILE_OPTIONS "${SHARDC_AVX2_FLAGS}")
      set_source_files_properties("${folder}/src/${name}.kernels.avx512.cpp" PROPERTIES
        COMPILE_OPTIONS "${SHARDC_AVX512_FLAGS}")
    endif()
    target_link_libraries(${name} PUBLIC Threads::Threads)
    _shardc_find_library(${name} "${arg_LIBRARIES}" lapack LAPACK LAPACK::LAPACK)
    _shardc_find_library(${name} "${arg_LIBRARIES}" blas BLAS BLAS::BLAS)
    _shardc_find_library(${name} "${arg_LIBRARIES}" onednn oneapi/dnnl/dnnl.hpp dnnl)
  elseif(embed)
    # NVIDIA's driver is opened when the program starts: CUDA is not needed to build it.
    target_compile_definitions(${name} PRIVATE SHARDC_CUBIN SHARDC_CUBINS="${folder}/cubin")
    target_compile_definitions(${name}.host PRIVATE SHARDC_CUBIN)
    # What launches routines, whose kernels are compiled already, is C++.
    list(FILTER sources INCLUDE REGEX "[.]cu$")
    if(sources)
      set_source_files_properties(${sources} PROPERTIES LANGUAGE CXX)
    endif()
    target_link_libraries(${name} PUBLIC ${CMAKE_DL_LIBS})
  else()
    find_package(CUDAToolkit REQUIRED GLOBAL)
    target_compile_options(${name} PRIVATE
      $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 --expt-relaxed-constexpr -lineinfo -fmad=false>)
    target_link_libraries(${name} PUBLIC CUDA::cudart ${CMAKE_DL_LIBS})
    list(TRANSFORM arg_LIBRARIES REPLACE "^auto$" "cublas;cusolver")
    foreach(library IN LISTS arg_LIBRARIES)
      if(library MATCHES "^(cublas|cufft|cusolver)$" AND TARGET CUDA::${library}
          AND CUDAToolkit_VERSION VERSION_GREATER_EQUAL 12.8)
        string(TOUPPER ${library} upper)
        target_compile_definitions(${name} PRIVATE SHARDC_${upper})
        target_link_libraries(${name} PUBLIC CUDA::${library})
      endif()
    endforeach()
    if(arg_CUDA_ARCHITECTURES)
      set_target_properties(${name} PROPERTIES CUDA_ARCHITECTURES "${arg_CUDA_ARCHITECTURES}")
    endif()
  endif()
endfunction()
