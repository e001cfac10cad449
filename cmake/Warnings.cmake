# What our own code is compiled with.
add_library(shardc_warnings INTERFACE)
# Parameters of constructors may be called as the members that they become: clang knows that.
target_compile_options(shardc_warnings INTERFACE -Wall -Wextra
  $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow> -Wno-unused-parameter
  -Wno-deprecated-declarations) # std::stable_sort of libstdc++ 12 uses one
target_include_directories(shardc_warnings INTERFACE ${PROJECT_SOURCE_DIR})
