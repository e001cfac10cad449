# The consumer project inside this build, and on its own in three ways.
add_subdirectory(consumer)
add_test(NAME consumer_subdirectory_c COMMAND consumer_c 2)
add_test(NAME consumer_subdirectory_cpp COMMAND consumer_cpp 2)

foreach(way IN ITEMS package shared debian bundle)
  add_test(NAME consumer_${way} COMMAND ${CMAKE_COMMAND} -E env
    CCACHE_BASEDIR=${CMAKE_CURRENT_BINARY_DIR}/consumer_${way} CCACHE_NOHASHDIR=1
    ${CMAKE_COMMAND} -DWAY=${way} -DBUILD=${PROJECT_BINARY_DIR}
    -DSHARDC=$<TARGET_FILE:shardc> -DWORK=${CMAKE_CURRENT_BINARY_DIR}/consumer_${way}
    -DGENERATOR=${CMAKE_GENERATOR} -DC_COMPILER=${CMAKE_C_COMPILER}
    -DCXX_COMPILER=${CMAKE_CXX_COMPILER} -DLAUNCHER=${SHARDC_BUNDLE_LAUNCHER}
    -DCPACK=${CMAKE_CPACK_COMMAND} -DCUDA=${SHARDC_CUDA}
    -P ${CMAKE_CURRENT_LIST_DIR}/consumer/run.cmake)
endforeach()
# cpack looks whether all is built.
set_tests_properties(consumer_debian PROPERTIES RUN_SERIAL ON)
