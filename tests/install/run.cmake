# The test install.consumer: installs a finished build into an empty prefix, looks at its headers and
# symbols, builds the examples of deploy/examples/library and core_consumer/ against what lies there, by
# find_package and by pkg-config, and runs them and the installed program.
#   BUILD_DIR, CONFIG: the build to install; WORK_DIR: emptied, then used; GENERATOR, CXX, CC: as there;
#   COMPILERS: that the headers must suit; NM, PKG_CONFIG: programs
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/headers.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/symbols.cmake)

set(prefix ${WORK_DIR}/prefix)
file(REMOVE_RECURSE ${WORK_DIR})
must_run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --prefix ${WORK_DIR}/staging)
# What was installed may be moved.
file(RENAME ${WORK_DIR}/staging ${prefix})

check_headers(${prefix}/include)
file(GLOB_RECURSE libraries ${prefix}/lib/*.so.*.*.*)
check_symbols(${prefix}/include/puzzled ${libraries})

# (Not to have looked for it at all is no reason to warn of an unused variable.)
set(without_tbb --no-warn-unused-cli -D CMAKE_DISABLE_FIND_PACKAGE_TBB=ON)
set(static -D puzzled_USE_STATIC_LIBS=ON)
use_package(${prefix} core_consumer core ${without_tbb} ${static})
must_run(${WORK_DIR}/core/core_consumer)
use_package(${prefix} core_consumer whatever_is_there ${without_tbb} -D PARTS=)
must_run(${WORK_DIR}/whatever_is_there/core_consumer)
configure(${prefix} core_consumer ${WORK_DIR}/parallel said status ${without_tbb} -D PARTS=parallel)
if(status EQUAL 0 OR NOT said MATCHES "needs oneTBB")
  message(FATAL_ERROR "parallel was found without oneTBB: status ${status}\n${said}")
endif()

# With the shared libraries, where there are any, and some of them with the static ones.
set(some from_c sudoku)
if(EXISTS ${prefix}/include/puzzled/parallel.hpp)
  list(APPEND some threads)
endif()
use_package(${prefix} ${examples} static ${static} TARGETS ${some})
check_examples(${WORK_DIR}/static)
use_package(${prefix} ${examples} examples)
check_examples(${WORK_DIR}/examples)
foreach(threads 1 8)
  check_example(threads ${WORK_DIR}/examples/threads ${threads})
endforeach()
# A blank board has many solutions, the bundled puzzles have one each.
string(REPEAT "0" 81 blank)
file(READ ${CMAKE_CURRENT_LIST_DIR}/../data/minimal_10k.txt puzzles)
file(WRITE ${WORK_DIR}/puzzles.txt "${blank}\n${puzzles}${blank}\n")
execute_process(COMMAND ${WORK_DIR}/examples/unique INPUT_FILE ${WORK_DIR}/puzzles.txt
                OUTPUT_VARIABLE unique COMMAND_ERROR_IS_FATAL ANY)
if(NOT unique STREQUAL puzzles)
  message(FATAL_ERROR "the example does not find the puzzles with one solution")
endif()

# By pkg-config, each with the compiler of its language.
file(GLOB_RECURSE pc ${prefix}/lib/*/puzzled.pc)
get_filename_component(pc ${pc} DIRECTORY)
get_filename_component(libraries ${pc} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc})
foreach(name sudoku from_c threads)
  set(package puzzled)
  if(name STREQUAL threads)
    set(package puzzled_parallel)
  endif()
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs ${package} OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  set(compile ${CXX} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/${examples}/${name}.cpp)
  if(name STREQUAL from_c)
    set(compile ${CC} -std=c99 ${CMAKE_CURRENT_LIST_DIR}/${examples}/from_c.c)
  endif()
  must_run(${compile} -o ${WORK_DIR}/by_pkg_config ${flags} -Wl,-rpath,${libraries})
  check_example(${name} ${WORK_DIR}/by_pkg_config)
endforeach()

set(puzzle 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79)
set(answer 534678912672195348198342567859761423426853791713924856961537284287419635345286179)
file(WRITE ${WORK_DIR}/puzzle.txt "${puzzle}\n")
must_print("^${answer}\n$" ${prefix}/bin/puzzled solve --quiet ${WORK_DIR}/puzzle.txt)
