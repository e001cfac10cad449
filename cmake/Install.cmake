# What `cmake --install` puts where: the compiler, and the package that find_package(shardc) finds.
# Inside this build, and in projects that add it as a folder, shardc_add_library works as well.
include(ShardcAddLibrary)
if(NOT TARGET shardc)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/shardc)
add_executable(shardc::shardc ALIAS shardc)
# LLVM's libraries stay where they are found here.
set_target_properties(shardc PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS shardc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/shardc-config.cmake.in
  ${PROJECT_BINARY_DIR}/shardc-config.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/shardc-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/shardc-config.cmake
  ${PROJECT_BINARY_DIR}/shardc-config-version.cmake
  ${CMAKE_CURRENT_LIST_DIR}/ShardcAddLibrary.cmake DESTINATION ${package})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
