# shardc_embed(TARGET FOLDER FILE...): a library with the table runtimeFiles() of
# codegen/runtime_files.h. Files are paths below the folder, and so they are called in the table.
# Run with -P, this same file writes the table: -DTO=FILE.cpp -DFOLDER=FOLDER -DFILES=FILE;...
if(CMAKE_SCRIPT_MODE_FILE)
  set(table "")
  foreach(file IN LISTS FILES)
    file(READ ${FOLDER}/${file} text)
    # Compilers limit a literal to 64 KiB; the delimiter is one that no file holds.
    string(APPEND table "    {\"${file}\",\n     R\"runtime_file(${text})runtime_file\"},\n")
  endforeach()
  file(WRITE ${TO} "#include \"codegen/runtime_files.h\"\n\nstatic const shardc::RuntimeFile files[] = "
    "{\n${table}};\n\nllvm::ArrayRef<shardc::RuntimeFile> shardc::runtimeFiles() { return files; }\n")
  return()
endif()

set(SHARDC_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(shardc_embed target folder)
  set(to ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE sources)
  add_custom_command(OUTPUT ${to}
    COMMAND ${CMAKE_COMMAND} -DTO=${to} -DFOLDER=${folder} "-DFILES=${ARGN}" -P ${SHARDC_EMBED_SCRIPT}
    DEPENDS ${sources} ${SHARDC_EMBED_SCRIPT} VERBATIM)
  add_library(${target} STATIC ${to})
  target_link_libraries(${target} PUBLIC shardc_mlir PRIVATE shardc_warnings)
endfunction()
