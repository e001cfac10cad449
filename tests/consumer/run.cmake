# Builds and runs the consumer project: -DWAY=package against what `cmake --install` of BUILD puts
# elsewhere, -DWAY=bundle with bundles of SHARDC in its tree. WORK is a folder to do it in.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
endfunction()

# Runs both programs; they check their numbers.
function(build_and_run factor)
  run(${CMAKE_COMMAND} --build "${WORK}/build")
  run("${WORK}/build/consumer_c" ${factor})
  run("${WORK}/build/consumer_cpp" ${factor})
endfunction()

file(REMOVE_RECURSE "${WORK}")
foreach(file IN ITEMS CMakeLists.txt main.c main.cpp scale.json scale.sharding.json shift.json)
  file(COPY "${CMAKE_CURRENT_LIST_DIR}/${file}" DESTINATION "${WORK}/source")
endforeach()

if(WAY STREQUAL package)
  # Installed in one place and moved to another, whose name has a blank: the package is relocatable.
  run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/first")
  file(RENAME "${WORK}/first" "${WORK}/a package")
  set(from "-DCMAKE_PREFIX_PATH=${WORK}/a package")
else()
  run("${SHARDC}" compile "${WORK}/source/scale.json" -c "${WORK}/source/scale.sharding.json"
    -o "${WORK}/bundles/scale" --target cpu)
  run("${SHARDC}" compile "${WORK}/source/shift.json" -o "${WORK}/bundles/shift" --target cpu)
  set(from "-DBUNDLES=${WORK}/bundles" -DBACKEND=cpu)
endif()
run(${CMAKE_COMMAND} -S "${WORK}/source" -B "${WORK}/build" -G "${GENERATOR}" ${from}
  "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
  "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}")
build_and_run(2)

if(WAY STREQUAL package)
  file(READ "${WORK}/source/scale.json" program)
  string(REPLACE "[\"x\", 2]" "[\"x\", 3]" program "${program}")
  file(WRITE "${WORK}/source/scale.json" "${program}")
  build_and_run(3)
endif()
