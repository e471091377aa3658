# The test install.consumer: installs a finished build into an empty prefix, builds the project in
# consumer/ against what lies there, and runs both it and the installed program.
#   BUILD_DIR, CONFIG: the build to install; WORK_DIR: emptied, then used; GENERATOR, CXX: as there

function(must_run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(prefix ${WORK_DIR}/prefix)
set(consumer ${WORK_DIR}/consumer)
file(REMOVE_RECURSE ${WORK_DIR})

must_run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --prefix ${prefix})
must_run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${consumer} -G ${GENERATOR}
         -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_BUILD_TYPE=${CONFIG})
must_run(${CMAKE_COMMAND} --build ${consumer} --config ${CONFIG})
must_run(${consumer}/consumer)

set(puzzle 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79)
set(answer 534678912672195348198342567859761423426853791713924856961537284287419635345286179)
file(WRITE ${WORK_DIR}/puzzle.txt "${puzzle}\n")
execute_process(COMMAND ${prefix}/bin/puzzled solve --quiet ${WORK_DIR}/puzzle.txt
                OUTPUT_VARIABLE printed OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed STREQUAL answer)
  message(FATAL_ERROR "the installed program printed\n  ${printed}\ninstead of\n  ${answer}")
endif()
