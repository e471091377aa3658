# The test install.pages: installs what goes with the program and reads its pages there: each link and each
# file that a command names must be among what was installed.
#   BUILD_DIR, CONFIG: the build to install; PYTHON3, LINKS: the interpreter and the script that reads;
#   PAGES: their folder below the prefix; WORK_DIR: emptied, then used
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
must_run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --component runtime
         --prefix ${WORK_DIR})
must_run(${PYTHON3} ${LINKS} ${WORK_DIR}/${PAGES})
