# The test `layering`: daemon -> parallel -> core, and never back. Each room may include what is
# listed here and nothing else, so that a new dependency is a decision and not an accident.
#   SOURCE_DIR: the root of the project

# <vector>, <atomic>: no slash and no dot. What would make core do I/O or start threads is barred.
set(standard "<[a-z_0-9]+>")
set(core_allowed "\"core/" ${standard} "<immintrin.h>")
set(core_barred "<(condition_variable|cstdio|filesystem|fstream|future|iostream|mutex|shared_mutex|thread)>")
# <pthread.h>: the processor time of a thread tells one that works from one that hangs.
set(parallel_allowed "\"(core|parallel)/" ${standard} "<(oneapi/)?tbb/"
    "<sanitizer/" "<pthread.h>")
set(parallel_barred "<(cstdio|filesystem|fstream|iostream)>")

set(broken "")
foreach(room core parallel)
  list(JOIN ${room}_allowed "|" allowed)
  file(GLOB_RECURSE sources RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/${room}/*.?pp)
  if(NOT sources)
    message(FATAL_ERROR "no sources in ${SOURCE_DIR}/${room}")
  endif()
  foreach(source ${sources})
    file(STRINGS ${SOURCE_DIR}/${source} lines REGEX "^[ \t]*#[ \t]*include")
    foreach(line ${lines})
      string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*" "" header "${line}")
      if(NOT header MATCHES "^(${allowed})" OR header MATCHES "^${${room}_barred}")
        string(APPEND broken "\n  ${source} includes ${header}")
      endif()
    endforeach()
  endforeach()
endforeach()
if(broken)
  message(FATAL_ERROR "a room includes what it must not know of:${broken}")
endif()
