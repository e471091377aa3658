# Flags that every target of ours is compiled with and that no consumer inherits.
add_library(puzzled_flags INTERFACE)
target_compile_options(puzzled_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wcast-qual -Wformat=2 -Wundef -Wsuggest-override
  $<$<BOOL:${PUZZLED_WERROR}>:-Werror>)
# Sources name headers by their paths from the root; a consumer sees the folders `include` alone.
target_include_directories(puzzled_flags INTERFACE ${PROJECT_SOURCE_DIR}
                                                   ${PROJECT_SOURCE_DIR}/core/include)

if(PUZZLED_SANITIZE)
  target_compile_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE}
                                                 -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE})
  # CI has to wait for the compiler. Reports need line tables and no more; with the checks in between
  # -Og takes half the time of -O1, and a third of -O2 -g's (session.cpp with the address sanitizer:
  # 4.5, 6.9 and 12.4 s). The engines are worth more.
  # Of tests no optimising pays (tests/CMakeLists.txt).
  target_compile_options(puzzled_flags INTERFACE -g1
    $<IF:$<BOOL:$<TARGET_PROPERTY:PUZZLED_OPTIMISED_ALWAYS>>,-O1,$<IF:$<BOOL:$<TARGET_PROPERTY:PUZZLED_TEST_CODE>>,-O0,-Og>>)
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

# puzzled_compile_by_folder(TARGET [SIZE]): the sources of TARGET that lie in one folder, SIZE of them at
# most, are compiled as one, so that the headers they share are read once: half of the compiler's time.
# (Of tests sixteen, so that who changes one need not wait for its whole folder.)
# Fewer than four go with those of the folder above. Names in their unnamed namespaces must therefore
# differ.
function(puzzled_compile_by_folder target)
  set(size 1000)
  if(ARGN)
    set(size ${ARGN})
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    list(APPEND sources_${folder} ${source})
  endforeach()
  foreach(source ${sources})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    list(LENGTH sources_${group} count)
    if(count LESS 4)
      get_filename_component(folder "${folder}" DIRECTORY)
      string(MAKE_C_IDENTIFIER "in_${folder}" group)
    endif()
    list(APPEND group_${group} ${source})
    list(LENGTH group_${group} count)
    math(EXPR part "(${count} - 1) / ${size}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${part})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
  puzzled_quiet_groups(${target})
endfunction()

# GCC takes sources that are compiled in groups for headers, in which unnamed namespaces would be a
# mistake; and with more to inline, GCC 12 warns of the insides of std::string (bug 105651).
function(puzzled_quiet_groups target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-restrict)
  endif()
endfunction()
