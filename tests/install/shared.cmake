# The test install.shared: builds, packs and installs the project with shared libraries, then does what
# install.consumer does.
#   SOURCE_DIR; CONFIG, CXX, GENERATOR: to build with; CPACK; WORK_DIR: emptied, then used
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(BUILD_DIR ${WORK_DIR}/build)
file(REMOVE_RECURSE ${WORK_DIR})
must_run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${BUILD_DIR} -G ${GENERATOR}
         -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_BUILD_TYPE=${CONFIG}
         -D BUILD_SHARED_LIBS=ON -D PUZZLED_TESTS=OFF)
must_run(${CMAKE_COMMAND} --build ${BUILD_DIR} --config ${CONFIG} --parallel 2)
file(GLOB library ${BUILD_DIR}/core/libpuzzled_core.so.*.*.*)
must_print("SONAME[^\n]*libpuzzled_core.so.[0-9]+.[0-9]+]" readelf --dynamic ${library})

set(WORK_DIR ${WORK_DIR}/use)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(WORK_DIR ${WORK_DIR}/package)
include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
must_print("NEEDED[^\n]*libpuzzled_core.so" readelf --dynamic ${WORK_DIR}/root/usr/bin/puzzled)
