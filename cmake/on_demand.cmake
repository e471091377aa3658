# puzzled_load_on_demand(PROGRAM ARCHIVES... LIBRARIES...): of what the program is linked to, loads these
# shared libraries with the first call of a function of theirs that the archives, ours, call
# (daemon/load_library.cpp). So it is on x86-64, whose calls cmake/on_demand.sh writes, but not with
# sanitizers, which are to see what is called. PUZZLED_LOADS_ON_DEMAND says whether.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64 AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT PUZZLED_SANITIZE AND NOT PUZZLED_STATIC)
  set(PUZZLED_LOADS_ON_DEMAND ON)
  enable_language(ASM)
else()
  set(PUZZLED_LOADS_ON_DEMAND OFF)
endif()

function(puzzled_load_on_demand program)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" "ARCHIVES;LIBRARIES")
  if(NOT PUZZLED_LOADS_ON_DEMAND)
    return()
  endif()
  set(calls ${CMAKE_CURRENT_BINARY_DIR}/${program}_calls.s)
  set(script ${PROJECT_SOURCE_DIR}/cmake/on_demand.sh)
  list(TRANSFORM given_ARCHIVES REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  add_custom_command(OUTPUT ${calls}
    COMMAND ${script} ${CMAKE_NM} ${CMAKE_READELF} ${given_LIBRARIES} -- ${archives} > ${calls}
    DEPENDS ${given_ARCHIVES} ${script} VERBATIM)
  target_sources(${program} PRIVATE ${calls} load_library.cpp)
  # They are on the command line all the same: one that has more to offer than functions is loaded as
  # other libraries are.
  target_link_options(${program} PRIVATE LINKER:--as-needed)
  target_link_libraries(${program} PRIVATE ${CMAKE_DL_LIBS})
endfunction()
