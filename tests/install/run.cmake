# The test install.consumer: installs a finished build into an empty prefix, builds the examples of
# deploy/examples/library and core_consumer/ against what lies there, and runs them and the installed
# program.
#   BUILD_DIR, CONFIG: the build to install; WORK_DIR: emptied, then used; GENERATOR, CXX: as there
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(prefix ${WORK_DIR}/prefix)
file(REMOVE_RECURSE ${WORK_DIR})
must_run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --prefix ${WORK_DIR}/staging)
# What was installed may be moved.
file(RENAME ${WORK_DIR}/staging ${prefix})

# use_package(PROJECT NAME [OPTION...]): configures it, without a warning, and builds it.
function(use_package project name)
  set(build ${WORK_DIR}/${name})
  configure(${project} ${build} said status ${ARGN})
  if(NOT status EQUAL 0 OR said MATCHES "Warning")
    message(FATAL_ERROR "${name}: status ${status}\n${said}")
  endif()
  must_run(${CMAKE_COMMAND} --build ${build} --config ${CONFIG})
endfunction()

function(configure project build said status)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${project} -B ${build} -G ${GENERATOR}
            -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX}
            -D CMAKE_BUILD_TYPE=${CONFIG} ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output COMMAND_ECHO STDOUT)
  set(${status} ${result} PARENT_SCOPE)
  set(${said} "${output}" PARENT_SCOPE)
endfunction()

# (Not to have looked for it at all is no reason to warn of an unused variable.)
set(without_tbb --no-warn-unused-cli -D CMAKE_DISABLE_FIND_PACKAGE_TBB=ON)
use_package(core_consumer core ${without_tbb})
must_run(${WORK_DIR}/core/core_consumer)
use_package(core_consumer whatever_is_there ${without_tbb} -D PARTS=)
must_run(${WORK_DIR}/whatever_is_there/core_consumer)
configure(core_consumer ${WORK_DIR}/parallel said status ${without_tbb} -D PARTS=parallel)
if(status EQUAL 0 OR NOT said MATCHES "needs oneTBB")
  message(FATAL_ERROR "parallel was found without oneTBB: status ${status}\n${said}")
endif()

set(source ${CMAKE_CURRENT_LIST_DIR}/../..)
use_package(../../deploy/examples/library examples)
must_print("^724\n$" ${WORK_DIR}/examples/queens 10)
# A blank board has many solutions, the bundled puzzles have one each.
string(REPEAT "0" 81 blank)
file(READ ${source}/tests/data/minimal_10k.txt puzzles)
file(WRITE ${WORK_DIR}/puzzles.txt "${blank}\n${puzzles}${blank}\n")
execute_process(COMMAND ${WORK_DIR}/examples/unique INPUT_FILE ${WORK_DIR}/puzzles.txt
                OUTPUT_VARIABLE unique COMMAND_ERROR_IS_FATAL ANY)
if(NOT unique STREQUAL puzzles)
  message(FATAL_ERROR "the example does not find the puzzles with one solution")
endif()

set(puzzle 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79)
set(answer 534678912672195348198342567859761423426853791713924856961537284287419635345286179)
file(WRITE ${WORK_DIR}/puzzle.txt "${puzzle}\n")
must_print("^${answer}\n$" ${prefix}/bin/puzzled solve --quiet ${WORK_DIR}/puzzle.txt)
