# puzzled_load_on_demand(PROGRAM ARCHIVES... LIBRARIES...): of what the program is linked to, loads these
# shared libraries with the first call of a function of theirs that the archives, ours, call
# (daemon/load_library.cpp). So it is on x86-64, whose calls cmake/on_demand.sh writes, but not with
# sanitizers, which are to see what is called. PUZZLED_LOADS_ON_DEMAND says whether.
#
# Such a program has the C++ library in it, if the compiler has an archive of it, and loads the mathematical
# library when it is called: most of its start was the work of the loader (tests/bench/NOTES.md, "The C++
# library as an archive"). oneTBB brings the shared C++ library all the same. What both must agree on is
# exceptions, memory and the end of the process: those the program offers to all libraries
# (cmake/runtime_symbols.list). The unwinder stays a shared library, for there must be one.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64 AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT PUZZLED_SANITIZE AND NOT PUZZLED_STATIC)
  set(PUZZLED_LOADS_ON_DEMAND ON)
  enable_language(ASM)
else()
  set(PUZZLED_LOADS_ON_DEMAND OFF)
endif()

# Where the compiler has a library; empty if it has none of that name.
function(find_compilers_library result name)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${name} OUTPUT_VARIABLE file
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT EXISTS "${file}")
    set(file "")
  endif()
  set(${result} "${file}" PARENT_SCOPE)
endfunction()

# Whether the C++ library is linked in. (Fedora has its archive in a package of its own.)
set(PUZZLED_CXX_LINKED_IN OFF)
if(PUZZLED_LOADS_ON_DEMAND)
  find_compilers_library(cxx_archive libstdc++.a)
  find_compilers_library(mathematics libm.so.6)
  if(cxx_archive AND mathematics)
    set(PUZZLED_CXX_LINKED_IN ON)
  endif()
endif()

# Whether programs run whose relative relocations are packed: 8 700 take 2 KB instead of 200. It takes a
# linker and a C library that know how (Debian 12's, not Ubuntu 22.04's).
if(PUZZLED_LOADS_ON_DEMAND AND NOT CMAKE_CROSSCOMPILING)
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_LINK_OPTIONS LINKER:-z,pack-relative-relocs)
  check_cxx_source_runs("int x; int* volatile place = &x; int main() { return *place; }" PUZZLED_PACKS_RELOCATIONS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()

function(puzzled_load_on_demand program)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" "ARCHIVES;LIBRARIES")
  if(NOT PUZZLED_LOADS_ON_DEMAND)
    return()
  endif()
  list(TRANSFORM given_ARCHIVES REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  if(PUZZLED_CXX_LINKED_IN)
    list(APPEND given_LIBRARIES ${mathematics})
    list(APPEND archives ${cxx_archive})
    set(exported ${PROJECT_SOURCE_DIR}/cmake/runtime_symbols.list)
    target_link_options(${program} PRIVATE -static-libstdc++ LINKER:--dynamic-list=${exported})
    set_property(TARGET ${program} APPEND PROPERTY LINK_DEPENDS ${exported})
  endif()
  set(calls ${CMAKE_CURRENT_BINARY_DIR}/${program}_calls.s)
  set(script ${PROJECT_SOURCE_DIR}/cmake/on_demand.sh)
  add_custom_command(OUTPUT ${calls}
    COMMAND ${script} ${CMAKE_NM} ${CMAKE_READELF} ${given_LIBRARIES} -- ${archives} > ${calls}
    DEPENDS ${given_ARCHIVES} ${script} VERBATIM)
  target_sources(${program} PRIVATE ${calls} ${PROJECT_SOURCE_DIR}/daemon/load_library.cpp)
  # They are on the command line all the same: one that has more to offer than functions is loaded as
  # other libraries are.
  target_link_options(${program} PRIVATE LINKER:--as-needed
    $<$<BOOL:${PUZZLED_PACKS_RELOCATIONS}>:LINKER:-z,pack-relative-relocs>)
  target_link_libraries(${program} PRIVATE ${CMAKE_DL_LIBS})
endfunction()
