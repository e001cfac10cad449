# Builds and runs the consumer project: -DWAY=package against what `cmake --install` of BUILD puts
# elsewhere, -DWAY=shared so with shared libraries, -DWAY=debian against what CPACK packs of it,
# -DWAY=bundle with bundles of SHARDC in its tree. WORK is a folder to do it in.
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

# Makes a Debian package and unpacks it into `folder`.
function(unpack_debian folder)
  run("${CPACK}" -G DEB --config "${BUILD}/CPackConfig.cmake" -B "${WORK}/packed")
  file(GLOB package "${WORK}/packed/shardc_*.deb")
  run(dpkg-deb -x "${package}" "${folder}")
  execute_process(COMMAND dpkg-deb -f "${package}" OUTPUT_VARIABLE fields COMMAND_ERROR_IS_FATAL ANY)
  foreach(part IN ITEMS "libmlir-22 [(]>= " "libllvm22 [(]>= " "libclang-cpp22 [(]>= " "libstdc[+][+]6 [(]>= ")
    if(NOT fields MATCHES "Depends: [^\n]*${part}")
      message(FATAL_ERROR "the package does not depend on ${part}\n${fields}")
    endif()
  endforeach()
endfunction()

# Whether what is under a prefix runs, and all that belongs to it is there.
function(look_at prefix)
  run("${prefix}/bin/shardc" --version)
  set(documents "${prefix}/share/doc/shardc")
  set(sample "${documents}/samples/residual")
  run("${prefix}/bin/shardc" compile "${sample}/program.json" -c "${sample}/sharding.json"
    -o "${WORK}/residual")
  run("${prefix}/bin/shardc" run "${sample}/program.json" -c "${sample}/sharding.json"
    --input *=random:1) # by the engine, which loads its compiler
  foreach(file IN ITEMS share/bash-completion/completions/shardc
      share/fish/vendor_completions.d/shardc.fish "share/zsh/*/_shardc" "share/man/man1/shardc.1*"
      share/doc/shardc/README.md share/doc/shardc/docs/command-line.md include/shardc/plugin.h
      "lib*/shardc/shardc-plugin-host" ${ARGN})
    file(GLOB found "${prefix}/${file}")
    if(NOT found)
      message(FATAL_ERROR "there is no ${file} in ${prefix}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE "${WORK}")
foreach(file IN ITEMS CMakeLists.txt jit_f.mlir main.c main.cpp scale.json scale.sharding.json
    order.json shift.json slow.machine.json)
  file(COPY "${CMAKE_CURRENT_LIST_DIR}/${file}" DESTINATION "${WORK}/source")
endforeach()

if(WAY MATCHES "^(package|shared)$")
  # Installed in one place and moved to another, whose name has a blank: the package is relocatable.
  run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/first")
  file(RENAME "${WORK}/first" "${WORK}/a package")
  look_at("${WORK}/a package" share/doc/shardc/LICENSE)
  set(from "-DCMAKE_PREFIX_PATH=${WORK}/a package" -DCOMPILED=ON)
  set(ENV{CUDA_PATH} "${CUDA}")
  if(WAY STREQUAL shared)
    list(APPEND from -DBUILD_SHARED_LIBS=ON)
  endif()
elseif(WAY STREQUAL debian)
  unpack_debian("${WORK}/root")
  look_at("${WORK}/root/usr" share/doc/shardc/copyright share/man/man1/shardc.1.gz
    share/zsh/vendor-completions/_shardc)
  set(from "-DCMAKE_PREFIX_PATH=${WORK}/root/usr")
else()
  run("${SHARDC}" compile "${WORK}/source/scale.json" -c "${WORK}/source/scale.sharding.json"
    -o "${WORK}/bundles/scale" --target cpu)
  run("${SHARDC}" compile "${WORK}/source/shift.json" -o "${WORK}/bundles/shift" --target cpu)
  foreach(name IN ITEMS there back)
    run("${SHARDC}" compile "${WORK}/source/jit_f.mlir" --name ${name} -o "${WORK}/bundles/${name}"
      --target cpu)
  endforeach()
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
