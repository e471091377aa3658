# check_symbols(HEADERS LIBRARY...): every symbol that the shared libraries export is declared in one of
# the public headers of the folder HEADERS, and of namespaces within `puzzled` only what is of `variants`,
# which has a header of its own, is exported.
function(check_symbols headers)
  file(GLOB files ${headers}/*.h ${headers}/*.hpp)
  set(declared "")
  foreach(file ${files})
    file(READ ${file} text)
    string(APPEND declared "${text}")
  endforeach()
  foreach(library ${ARGN})
    execute_process(COMMAND ${NM} --dynamic --defined-only --demangle ${library}
                    OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
    set(found 0)
    foreach(symbol ${symbols})
      if(symbol MATCHES " A PUZZLED_[0-9.]+$")  # the version itself
        continue()
      endif()
      # puzzled::Grid::parse(...), puzzled::to_string[abi:cxx11](...), puzzled_parse
      if(symbol MATCHES "^[0-9a-f]+ T (puzzled::(variants::)?([A-Z][A-Za-z]*::)?|puzzled_)([~a-z_A-Z=]+)[[(@]" OR
         symbol MATCHES "^[0-9a-f]+ T (puzzled::(variants::)?([A-Z][A-Za-z]*::)?)(operator=)\\(")
        set(name ${CMAKE_MATCH_4})
        if(CMAKE_MATCH_1 STREQUAL "puzzled_")
          string(PREPEND name puzzled_)
        endif()
        string(FIND "${declared}" "${name}(" at)
        if(NOT at EQUAL -1)
          math(EXPR found "${found} + 1")
          continue()
        endif()
      endif()
      message(FATAL_ERROR "${library} exports what no public header declares:\n${symbol}")
    endforeach()
    if(found EQUAL 0)
      message(FATAL_ERROR "${library} exports nothing")
    endif()
  endforeach()
endfunction()
