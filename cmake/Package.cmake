# `cpack -G DEB` in a build folder makes a Debian package of what is installed.
set(CPACK_PACKAGE_NAME shardc)
set(CPACK_PACKAGE_VENDOR "shardc developers")
set(CPACK_PACKAGE_CONTACT "shardc developers")
set(CPACK_PACKAGE_DESCRIPTION "From a tensor program and a description of how its inputs are
sharded, shardc writes CUDA and C++ sources in which each device computes
its part of the result. Nothing of shardc is needed to build and run them.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # libmlir-22 and the C++ library, by what is linked
# dpkg knows libLLVM under another folder than that of libMLIR, where it is found first.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libllvm${LLVM_VERSION_MAJOR} (>= 1:${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianPlaces.cmake)
include(CPack)
