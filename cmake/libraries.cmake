# puzzled_library(TARGET FILE [OURS USES...]): what the libraries core and parallel have in common. TARGET
# is a static library, lib<FILE>.a, which the program and the tests link. TARGET_shared, lib<FILE>.so, is
# linked from the same objects, so that it costs no compiling; the programs of others find both. OURS: the
# library of ours that it offers with itself; USES: what it needs inside.
#
# A shared library exports what the public headers mark with PUZZLED_API. So parallel holds what it uses
# of core's engines itself, hidden, and takes from core's shared library what is public. Both come from
# one build: an exact cover problem that one of them made is read by the other.
#
# The SONAME is lib<FILE>.so.0 until 1.0, although a minor version may break what the one before it
# offered. Instead every symbol carries the minor version: a program that was linked to 0.2 does not
# start with the library of 0.3, and says which version it misses. (The map also hides the templates of
# the standard library that ours instantiate, which are not ours to offer.)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/symbol_version.map @ONLY CONTENT
"PUZZLED_@PROJECT_VERSION_MAJOR@.@PROJECT_VERSION_MINOR@ {
  global: puzzled_*; extern \"C++\" { puzzled::*; };
  local: *;
};
")

function(puzzled_library target file)
  puzzled_relocatable(${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${file})
  string(REGEX REPLACE "^puzzled_" "puzzled::" public_name ${target})
  # With a sanitizer in it, a library is for the tests alone.
  if(NOT BUILD_SHARED_LIBS OR PUZZLED_SANITIZE)
    add_library(${public_name} ALIAS ${target})
    return()
  endif()
  set(shared ${target}_shared)
  get_target_property(kernels ${target} PUZZLED_KERNEL_OBJECTS)
  add_library(${shared} SHARED $<TARGET_OBJECTS:${target}> $<$<BOOL:${kernels}>:${kernels}>)
  # The same name inside this build as for those who find the package: under add_subdirectory what
  # BUILD_SHARED_LIBS asks for.
  add_library(${public_name} ALIAS ${shared})
  target_compile_features(${shared} PUBLIC cxx_std_20)
  target_include_directories(${shared} INTERFACE
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_options(${shared} PRIVATE
    LINKER:--version-script=${PROJECT_BINARY_DIR}/symbol_version.map LINKER:-z,now)
  if(ARGN)
    list(POP_FRONT ARGN ours)
    target_link_libraries(${shared} PUBLIC ${ours}_shared PRIVATE $<BUILD_INTERFACE:${ours}> ${ARGN})
  endif()
  set_target_properties(${shared} PROPERTIES
    LINKER_LANGUAGE CXX
    OUTPUT_NAME ${file}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}
    # An installed library finds the others beside it, wherever the prefix is. One that is not holds no
    # name of its folder either: it would get into the build ID, and so into packages.
    BUILD_RPATH_USE_ORIGIN ON
    INSTALL_RPATH "$ORIGIN")
endfunction()

# What goes into such a library.
function(puzzled_relocatable target)
  # A static library, too, can be linked into a shared one, such as a Python module.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # No function is replaced at run time, so GCC may inline and specialise as in a program. The engines
  # then take the instructions that they take without position independence, to 0.02 %; without this
  # option target took 0.3 % more.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
endfunction()
