# Commands of the tests in this folder.
#   GENERATOR, CXX, CC, CONFIG: what projects are built with; WORK_DIR: where

# must_run(COMMAND...): fails unless the command's status is 0.
function(must_run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# must_print(EXPRESSION COMMAND...): and unless what it prints matches.
function(must_print expression)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed COMMAND_ECHO STDOUT
                  COMMAND_ERROR_IS_FATAL ANY)
  must_hold("${expression}" "${printed}")
endfunction()

# must_hold(EXPRESSION TEXT): fails unless something in the text matches.
function(must_hold expression text)
  if(NOT text MATCHES "${expression}")
    message(FATAL_ERROR "nothing matches ${expression} in\n${text}")
  endif()
endfunction()

# The project of a stranger.
set(examples ../../deploy/examples/library)
set(example_names sudoku equivalent variants queens target timetable from_c threads bulk)

# check_example(NAME COMMAND...): the command prints what the example's file in output/ holds.
function(check_example name)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed COMMAND_ECHO STDOUT
                  COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/${examples}/output/${name}.txt expected)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "the example ${name} does not print\n${expected}\nbut\n${printed}")
  endif()
endfunction()

# check_examples(FOLDER): so do all of them that are there, and there are some.
function(check_examples folder)
  set(found "")
  foreach(name ${example_names})
    if(EXISTS ${folder}/${name})
      check_example(${name} ${folder}/${name})
      list(APPEND found ${name})
    endif()
  endforeach()
  if(NOT "from_c" IN_LIST found OR NOT "sudoku" IN_LIST found)
    message(FATAL_ERROR "no examples in ${folder}")
  endif()
endfunction()

# use_package(PREFIX PROJECT NAME [OPTION...] [TARGETS TARGET...]): configures PROJECT, a folder seen from
# here, with the package installed in PREFIX, without a warning, and builds it in WORK_DIR/NAME, or only the
# TARGETs of it: as fast as it goes, for the code of the headers is optimised in the tests of each room.
function(use_package prefix project name)
  cmake_parse_arguments(use "" "" "TARGETS" ${ARGN})
  set(build ${WORK_DIR}/${name})
  configure(${prefix} ${project} ${build} said status ${use_UNPARSED_ARGUMENTS})
  if(NOT status EQUAL 0 OR said MATCHES "Warning")
    message(FATAL_ERROR "${name}: status ${status}\n${said}")
  endif()
  set(targets "")
  if(use_TARGETS)
    set(targets --target ${use_TARGETS})
  endif()
  must_run(${CMAKE_COMMAND} --build ${build} --config ${CONFIG} ${targets})
endfunction()

function(configure prefix project build said status)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${project} -B ${build} -G ${GENERATOR}
            -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX}
            -D CMAKE_C_COMPILER=${CC} -D CMAKE_BUILD_TYPE=${CONFIG}
            -D CMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0 ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output COMMAND_ECHO STDOUT)
  set(${status} ${result} PARENT_SCOPE)
  set(${said} "${output}" PARENT_SCOPE)
endfunction()
