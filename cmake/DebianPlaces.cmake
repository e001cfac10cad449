# Run by cpack before it packs: what Debian has elsewhere than other systems.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
file(RENAME ${share}/doc/shardc/LICENSE ${share}/doc/shardc/copyright)
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
execute_process(COMMAND gzip -9n ${share}/man/man1/shardc.1 COMMAND_ERROR_IS_FATAL ANY)
