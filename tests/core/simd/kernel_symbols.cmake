# The test `kernel_symbols`: each build of a kernel hands out its table, `<namespace>::<level>::
# kKernel`, and nothing else.
#
# Of two weak or unique definitions of one name (an inline function that was not inlined, an inline
# variable, a template) the linker keeps either, and the whole program uses that one, the code for
# lesser processors too. And what runs before main() runs on every processor. No symbol is
# excepted; a helper of a kernel belongs in the unnamed namespace of its level.
#   NM: the program
#   BUILDS: a file, a line for each object: level, colon, path

file(STRINGS ${BUILDS} builds)
if(NOT builds)
  message(FATAL_ERROR "there are no kernels in ${BUILDS}")
endif()
set(faults "")
set(tables 0)
foreach(build ${builds})
  string(REGEX MATCH "^([a-z0-9]+):(.+)$" matched "${build}")
  set(level ${CMAKE_MATCH_1})
  set(object ${CMAKE_MATCH_2})
  execute_process(COMMAND ${NM} --demangle --defined-only ${object}
    OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${NM} cannot read ${object}")
  endif()
  # Semicolons and brackets would confuse CMake's lists.
  string(REGEX REPLACE "[][;]" "_" symbols "${symbols}")
  string(REPLACE "\n" ";" symbols "${symbols}")
  set(has_table FALSE)
  foreach(symbol ${symbols})
    string(REGEX MATCH "^[0-9a-f]* *([A-Za-z]) (.*)$" matched "${symbol}")
    set(type "${CMAKE_MATCH_1}")
    set(name "${CMAKE_MATCH_2}")
    if(name MATCHES "^_GLOBAL__|__static_initialization|global constructors")
      string(APPEND faults "\n  ${object}: runs before main(): ${name}")
    elseif(type MATCHES "^[BDGRST]$" AND name MATCHES "^puzzled::[a-z_:]+::${level}::kKernel$")
      set(has_table TRUE)
    elseif(type MATCHES "^[uvwA-Z]$")
      string(APPEND faults "\n  ${object}: ${type} ${name}")
    endif()
  endforeach()
  if(NOT has_table)
    string(APPEND faults "\n  ${object}: has no ${level}::kKernel")
  endif()
  math(EXPR tables "${tables} + 1")
endforeach()
if(faults)
  message(FATAL_ERROR "symbols that leave the namespace of their level:${faults}")
endif()
message(STATUS "${tables} kernels, each with one symbol")
