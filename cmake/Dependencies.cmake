# LLVM and MLIR 22 as Debian packages them, one shared library each. CMake does not look under
# llvm-22 by itself.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Threads REQUIRED)

add_library(shardc_mlir INTERFACE)
target_include_directories(shardc_mlir SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_link_libraries(shardc_mlir INTERFACE MLIR LLVM)

# Debian has clang's library apart from its packages for CMake, which ask for much more.
find_library(SHARDC_CLANG_LIBRARY NAMES clang-cpp22 clang-cpp HINTS /usr/lib/llvm-22/lib REQUIRED)

find_program(SHARDC_MLIR_TBLGEN NAMES mlir-tblgen-22 mlir-tblgen HINTS /usr/lib/llvm-22/bin REQUIRED)

# shardc_tablegen(SOURCE.td OUTPUT.inc ARGS...): adds OUTPUT.inc to the variable SHARDC_GENERATED.
function(shardc_tablegen source output)
  set(to ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_custom_command(OUTPUT ${to}
    COMMAND ${SHARDC_MLIR_TBLGEN} ${ARGN} -I ${MLIR_INCLUDE_DIRS} -I ${PROJECT_SOURCE_DIR}
            --write-if-changed -o ${to} -d ${to}.d ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source} DEPFILE ${to}.d VERBATIM)
  set(SHARDC_GENERATED ${SHARDC_GENERATED} ${to} PARENT_SCOPE)
endfunction()
