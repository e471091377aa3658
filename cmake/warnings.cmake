# Flags that every target of ours is compiled with and that no consumer inherits.
add_library(puzzled_flags INTERFACE)
target_compile_options(puzzled_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wcast-qual -Wformat=2 -Wundef -Wsuggest-override
  $<$<BOOL:${PUZZLED_WERROR}>:-Werror>)

if(PUZZLED_SANITIZE)
  target_compile_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE}
                                                 -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE})
  # CI has to wait for the compiler. Reports need line tables and no more; with the checks in between
  # -Og takes half the time of -O1, and a third of -O2 -g's (session.cpp with the address sanitizer:
  # 4.5, 6.9 and 12.4 s). The engines are worth more.
  target_compile_options(puzzled_flags INTERFACE -g1
    $<IF:$<BOOL:$<TARGET_PROPERTY:PUZZLED_OPTIMISED_ALWAYS>>,-O1,-Og>)
  if(PUZZLED_SANITIZE MATCHES "undefined")
    # They take a fifth of the compiler's time, and the address sanitizer reports most of what they
    # would. Alignment matters to the kernels' loads alone, so it is checked in core.
    target_compile_options(puzzled_flags INTERFACE -fno-sanitize=null,object-size,vptr
      $<$<NOT:$<BOOL:$<TARGET_PROPERTY:PUZZLED_OPTIMISED_ALWAYS>>>:-fno-sanitize=alignment>)
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

# puzzled_read_headers_once(TARGET): under a sanitizer, when CI waits for the compiler, the usual
# headers of the standard library are read once for all sources of TARGET: a quarter less of the
# compiler's time for daemon. The other presets do without, so that a missing #include fails there.
function(puzzled_read_headers_once target)
  if(PUZZLED_SANITIZE)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <atomic> <chrono> <condition_variable> <functional> <memory> <mutex> <optional>
      <string> <thread> <vector>)
  endif()
endfunction()
