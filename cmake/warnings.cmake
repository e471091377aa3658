# Flags that every target of ours is compiled with and that no consumer inherits.
add_library(puzzled_flags INTERFACE)
target_compile_options(puzzled_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wcast-qual -Wformat=2 -Wundef $<$<BOOL:${PUZZLED_WERROR}>:-Werror>)

if(PUZZLED_SANITIZE)
  target_compile_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE}
                                                 -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE})
  if(NOT PUZZLED_FUZZ)
    # Reports need line tables and no more. Compiling takes 0.6 of the time that -O2 -g takes
    # (session.cpp with the address sanitizer: 7.0 instead of 12.4 s), which CI has to wait for.
    target_compile_options(puzzled_flags INTERFACE -O1 -g1)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With the sanitizers' checks in between GCC loses track: it sees Boost's optional hand on a value
    # that it does not have, and frames of coroutines freed by another operator than made them.
    target_compile_options(puzzled_flags INTERFACE -Wno-maybe-uninitialized
                                                   -Wno-mismatched-new-delete)
  endif()
  if(PUZZLED_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio has fences, which the thread sanitizer does not know; beside each stands a lock.
    target_compile_options(puzzled_flags INTERFACE -Wno-tsan)
  endif()
endif()
