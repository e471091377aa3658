# The tests install.subdirectory_configures and install.subdirectory: a project that has puzzled as a
# folder of its own (subdirectory/) is configured, and with BUILD it is built and its programs are run.
#   SOURCE_DIR: of puzzled; WORK_DIR: emptied, then used; GENERATOR, CXX, CC, CONFIG: to build with;
#   LAUNCHER: of the compiler, or empty; BUILD: empty to configure only; SHARED: ON for shared libraries
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
set(options --no-warn-unused-cli -D PUZZLED=${SOURCE_DIR} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
configure(none subdirectory ${WORK_DIR} said status ${options})
if(NOT status EQUAL 0 OR said MATCHES "Warning")
  message(FATAL_ERROR "status ${status}\n${said}")
endif()
if(BUILD)
  must_run(${CMAKE_COMMAND} --build ${WORK_DIR} --config ${CONFIG})
  must_run(${WORK_DIR}/programs/reach)
  check_examples(${WORK_DIR}/programs)
endif()
