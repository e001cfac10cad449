# What our own code is compiled with.
add_library(shardc_warnings INTERFACE)
target_compile_options(shardc_warnings INTERFACE -Wall -Wextra -Wshadow -Wno-unused-parameter
  -Wno-deprecated-declarations) # std::stable_sort of libstdc++ 12 uses one
target_include_directories(shardc_warnings INTERFACE ${PROJECT_SOURCE_DIR})
