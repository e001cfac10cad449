# Tests of whole bundles: built, run, frozen, written twice.

# The runtime as bundles on CPUs have it, built once for those that are built as one file.
set(sources ${SHARDC_RUNTIME_FILES})
list(FILTER sources INCLUDE REGEX "[.]cpp$")
list(FILTER sources EXCLUDE REGEX "_(cuda|cubin)[.]cpp$")
list(TRANSFORM sources PREPEND ${SHARDC_RUNTIME_ROOT}/)
# And the same with MPI.
find_package(MPI REQUIRED COMPONENTS CXX)
set(with_mpi ${sources})
list(FILTER sources EXCLUDE REGEX "/mpi/")
add_library(shardc_test_runtime STATIC ${sources})
add_library(shardc_test_runtime_mpi STATIC ${with_mpi})
include(CpuFlags)
foreach(runtime IN ITEMS shardc_test_runtime shardc_test_runtime_mpi)
  target_compile_options(${runtime} PRIVATE -O1 ${SHARDC_CPU_FLAGS})
  target_link_libraries(${runtime} PRIVATE shardc_runtime_headers shardc_warnings Threads::Threads)
endforeach()
target_compile_definitions(shardc_test_runtime_mpi PRIVATE SHARDC_MPI)
target_link_libraries(shardc_test_runtime_mpi PRIVATE MPI::MPI_CXX)

# What the scripts take from the build. Bundles that have the same place beside their build folders, bundle
# beside build, and the same WARNINGS, share what ccache keeps of the runtime.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(SHARDC_BUNDLE_SETTINGS SHARDC=$<TARGET_FILE:shardc> BUILD=${PROJECT_BINARY_DIR}
  CMAKE=${CMAKE_COMMAND} PYTHON=${Python3_EXECUTABLE} CC=${CMAKE_C_COMPILER}
  CXX=${CMAKE_CXX_COMPILER} LAUNCHER=${SHARDC_BUNDLE_LAUNCHER} "WARNINGS=-Wall -Wextra -Werror" NVCC=${SHARDC_NVCC}
  CUDA_PATH=${SHARDC_CUDA}
  RUNTIME=$<TARGET_FILE:shardc_test_runtime> RUNTIME_MPI=$<TARGET_FILE:shardc_test_runtime_mpi>
  MPICXX=${MPI_CXX_COMPILER} MPIRUN=${CMAKE_CURRENT_LIST_DIR}/bundles/mpi/processes
  EMULATION=${SHARDC_EMULATION}
  UNITY=${CMAKE_CURRENT_LIST_DIR}/bundles/unity SOURCE=${PROJECT_SOURCE_DIR})

# Ports of tests of this tree, below those of launch.sh: 40 for each, from one that depends on the tree.
string(MD5 tree ${PROJECT_BINARY_DIR})
string(SUBSTRING ${tree} 0 4 tree)
math(EXPR first "10000 + 0x${tree} % 25 * 400")
set_property(GLOBAL PROPERTY SHARDC_NEXT_PORT ${first})

# shardc_test_ports(NAME...): gives each of these tests ports of its own, from PORT on.
function(shardc_test_ports)
  foreach(name IN LISTS ARGN)
    get_property(port GLOBAL PROPERTY SHARDC_NEXT_PORT)
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT PORT=${port})
    math(EXPR port "${port} + 40")
    set_property(GLOBAL PROPERTY SHARDC_NEXT_PORT ${port})
  endforeach()
endfunction()

# shardc_bundle_test(NAME SCRIPT ARGS...): runs a script in a folder of its own, made anew.
function(shardc_bundle_test name script)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E env ${SHARDC_BUNDLE_SETTINGS} FOLDER=${folder}
    CCACHE_BASEDIR=${folder} CCACHE_NOHASHDIR=1
    ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300)
endfunction()


add_subdirectory(bundles)
add_subdirectory(compilers)
add_subdirectory(programs)
