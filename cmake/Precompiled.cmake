# The headers of MLIR take longer to read than most of our files take to compile, so they are read
# once: what links to shardc_precompiled has them before its first line. CMake's own way has paths of
# this tree in its commands, with which ccache knows nothing that another tree has compiled. Here the
# command is the same in every tree, and so is what it makes: no time and no file of ours is in it.
add_library(shardc_precompiled INTERFACE)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang OR NOT CMAKE_GENERATOR STREQUAL Ninja
    OR BUILD_SHARED_LIBS OR CMAKE_POSITION_INDEPENDENT_CODE)
  return() # flags of another compiler, folders of another generator, code that is compiled otherwise
endif()

set(headers mlir/Dialect/Func/IR/FuncOps.h mlir/IR/Builders.h mlir/IR/BuiltinAttributes.h
  mlir/IR/BuiltinOps.h mlir/IR/BuiltinTypes.h mlir/IR/DialectImplementation.h
  mlir/IR/OpImplementation.h llvm/ADT/DenseMap.h llvm/ADT/DenseSet.h llvm/ADT/MapVector.h
  llvm/ADT/STLExtras.h llvm/ADT/SmallVector.h llvm/ADT/StringExtras.h llvm/ADT/StringMap.h
  llvm/ADT/StringSet.h llvm/ADT/StringSwitch.h llvm/Support/FormatVariadic.h
  llvm/Support/raw_ostream.h algorithm functional map memory optional string vector)
list(TRANSFORM headers PREPEND "-include;")
list(TRANSFORM MLIR_INCLUDE_DIRS PREPEND "-isystem;" OUTPUT_VARIABLE folders)
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")

# ccache takes precompiled headers only if it may pass over macros of commands and of the time.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
  list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros)
endif()

# A path from where compilers run.
file(RELATIVE_PATH pch ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/mlir.pch)
add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/mlir.pch
  COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER} ${flags} -std=c++20 ${folders}
    -Xclang -fno-pch-timestamp -fpch-instantiate-templates ${headers} -MD -MT ${pch} -MF ${pch}.d
    -o ${pch} -x c++-header -c /dev/null
  DEPFILE ${CMAKE_CURRENT_BINARY_DIR}/mlir.pch.d WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
  COMMENT "Reading MLIR's headers" VERBATIM)
add_custom_target(shardc_precompile DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/mlir.pch)
add_dependencies(shardc_precompiled shardc_precompile)
target_compile_options(shardc_precompiled INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch ${pch}>")
