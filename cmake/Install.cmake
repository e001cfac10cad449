# What `cmake --install` puts where: the compiler, the package that find_package(shardc) finds, the
# manual, the completions of shells, documents and samples.
# Inside this build, and in projects that add it as a folder, shardc_add_library works as well.
include(ShardcAddLibrary)
if(NOT TARGET shardc)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/shardc)
add_executable(shardc::shardc ALIAS shardc)
add_library(shardc_plugin INTERFACE) # what plug-ins link: a header
add_library(shardc::plugin ALIAS shardc_plugin)
target_include_directories(shardc_plugin INTERFACE ${PROJECT_SOURCE_DIR}/include)
# LLVM's libraries stay where they are found here; what the compiler loads itself lies in a folder of its own.
file(RELATIVE_PATH modules ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/shardc)
set_target_properties(shardc shardc_clang PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
set_target_properties(shardc PROPERTIES INSTALL_RPATH "$ORIGIN/${modules}")
install(TARGETS shardc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS shardc_clang LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/shardc)
install(TARGETS shardc_plugin_host RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/shardc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/shardc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/shardc-config.cmake.in
  ${PROJECT_BINARY_DIR}/shardc-config.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/shardc-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/shardc-config.cmake
  ${PROJECT_BINARY_DIR}/shardc-config-version.cmake
  ${CMAKE_CURRENT_LIST_DIR}/CpuFlags.cmake ${CMAKE_CURRENT_LIST_DIR}/ShardcAddLibrary.cmake
  DESTINATION ${package})

set(usage ${PROJECT_BINARY_DIR}/cli/usage)
install(FILES ${usage}/shardc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${usage}/shardc.bash RENAME shardc
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${usage}/_shardc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${usage}/shardc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/samples
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(PROJECT_IS_TOP_LEVEL)
  include(Package)
endif()
