# puzzled_kernel(TARGET NAME SOURCE): compiles a kernel once for each instruction-set level
# of core/simd/level_list.hpp and links all builds into TARGET. A build defines PUZZLED_LEVEL, the
# namespace of its level.
#
# Each build is an object library, puzzled_NAME_<level>; the global property PUZZLED_KERNEL_BUILDS lists
# all of them as <level>:<object library>, for the test that reads their symbols.

# -> PUZZLED_LEVELS, and PUZZLED_FLAGS_<level> for each.
set(level_list ${PROJECT_SOURCE_DIR}/core/simd/level_list.hpp)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${level_list})
file(READ ${level_list} level_list)
string(REGEX REPLACE "//[^\n]*\n" "" level_list "${level_list}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  string(REGEX REPLACE "#else.*" "" level_list "${level_list}")
else()
  string(REGEX REPLACE ".*#else" "" level_list "${level_list}")
endif()
string(REGEX REPLACE "[ \t\r\n\\]+" " " level_list "${level_list}")
string(REGEX MATCHALL "LEVEL\\([a-z0-9]+, \"[a-z0-9]+\",( ?HAS\\([a-z0-9]+\\))* ?\\)" levels
       "${level_list}")
set(PUZZLED_LEVELS)
set(flags)
foreach(level ${levels})
  string(REGEX MATCHALL "HAS\\([a-z0-9]+" features "${level}")
  foreach(feature ${features})
    string(REPLACE "HAS(" "-m" flag "${feature}")
    list(APPEND flags ${flag})
  endforeach()
  string(REGEX REPLACE "LEVEL\\(([a-z0-9]+).*" "\\1" level "${level}")
  list(APPEND PUZZLED_LEVELS ${level})
  set(PUZZLED_FLAGS_${level} ${flags})
endforeach()
if(NOT PUZZLED_LEVELS)
  message(FATAL_ERROR "core/simd/level_list.hpp lists no level")
endif()

# (With a sanitizer's checks in them -O3 costs the compiler much and gains nothing.)
if(PUZZLED_SANITIZE)
  set(kernel_flags -O1)
else()
  set(kernel_flags -O3 -falign-functions=64)
endif()
# The header of g++ 12 leaves vectors uninitialised on purpose, and is warned of (bug 105593). The
# first option is for clang, which does not know the last; g++ ignores it.
list(APPEND kernel_flags -Wno-unknown-warning-option -Wno-uninitialized -Wno-maybe-uninitialized)
# Tuned for that processor, GCC moves 512 bits in one piece and not in two, and lets a loop's stores
# wait for its end: a tenth faster on Zen 5, too (tests/bench/NOTES.md).
set(wide_kernel_flags -mtune=skylake-avx512)

function(puzzled_kernel target name source)
  foreach(level ${PUZZLED_LEVELS})
    set(build puzzled_${name}_${level})
    add_library(${build} OBJECT ${source})
    target_compile_features(${build} PRIVATE cxx_std_20)
    target_compile_definitions(${build} PRIVATE PUZZLED_LEVEL=${level})
    target_link_libraries(${build} PRIVATE puzzled_flags)
    target_compile_options(${build} PRIVATE ${kernel_flags} ${PUZZLED_FLAGS_${level}}
      $<$<NOT:$<STREQUAL:${level},portable>>:${wide_kernel_flags}>)
    set_target_properties(${build} PROPERTIES PUZZLED_OPTIMISED_ALWAYS ON)
    puzzled_relocatable(${build})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${build}>)
    set_property(TARGET ${target} APPEND PROPERTY PUZZLED_KERNEL_OBJECTS $<TARGET_OBJECTS:${build}>)
    set_property(GLOBAL APPEND PROPERTY PUZZLED_KERNEL_BUILDS ${level}:${build})
  endforeach()
endfunction()
