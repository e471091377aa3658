# `cpack` in a build folder makes three Debian packages (deploy/install-deps.sh package installs what it
# needs for that), one of each component of cmake/install.cmake, and a fourth if there is a Python module:
#   puzzled         the program, linked statically to core and parallel; units for systemd, and a
#                   configuration that is the administrator's from then on (a conffile)
#   libpuzzled0     the shared libraries, for the programs of others
#   libpuzzled-dev  what such programs are compiled with
#   python3-puzzled the module for the system's Python, linked statically to core and parallel
# cmake/package_files.cmake turns what is installed into what Debian's policy wants, and
# cmake/package_control.cmake does so with what CPack says about the packages; texts and scripts are in
# deploy/debian.
set(debian ${PROJECT_SOURCE_DIR}/deploy/debian)
set(package_files ${PROJECT_BINARY_DIR}/package_files)
# Debian's version of this version: the top of deploy/debian/changelog. What is before a release sorts
# before it.
string(REPLACE "-" "~" CPACK_PACKAGE_VERSION ${PUZZLED_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(package_version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL runtime development)
if(TARGET puzzled_core_shared)
  list(APPEND CPACK_COMPONENTS_ALL libraries)
endif()
get_property(python_version GLOBAL PROPERTY PUZZLED_PYTHON_VERSION)
if(python_version)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME puzzled)
# Who makes packages for others says who they are, as to Debian's own tools, and where the project is at home:
# DEBFULLNAME, DEBEMAIL and PUZZLED_HOMEPAGE in the environment of cpack. Else the contact is nobody's, and
# the homepage the one that the clone came from, if that is an address of the web.
set(CPACK_PACKAGE_CONTACT "The puzzled developers <puzzled@packages.invalid>")
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} remote get-url origin
                OUTPUT_VARIABLE origin OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(origin MATCHES "^https?://[^@]+$")
  string(REGEX REPLACE "\\.git$" "" CPACK_DEBIAN_PACKAGE_HOMEPAGE ${origin})
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# cmake/package_control.cmake unpacks what CPack has packed and lets dpkg-deb pack it anew, with xz.
set(CPACK_DEBIAN_COMPRESSION_TYPE none)
set(CPACK_DEBIAN_PACKAGE_SOURCE puzzled)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME puzzled)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION math)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION [[Sudoku in bulk, N queens, exact covers, on all cores
Solves and counts millions of Sudoku puzzles from files or pipes, rates,
shuffles and compares them, counts the ways to put N queens on a board,
counts, lists and optimises exact covers, and finds, with proof, the
best-scoring solution of a weighted Sudoku.

The same program is a daemon that answers puzzles over TCP and Unix sockets,
with limits on all that clients can ask for, metrics for Prometheus and a
status page, and the client that goes with it.]])
if(PUZZLED_LOADS_ON_DEMAND)  # libraries that dpkg-shlibdeps, which looks into the program, does not see
  set(CPACK_PUZZLED_CALLS ${PROJECT_BINARY_DIR}/daemon/puzzled_calls.s)
endif()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
    ${debian}/postinst ${debian}/prerm ${debian}/postrm)
# Without toml++ the program reads no configuration file, so there is none.
if(PUZZLED_TOML_INCLUDE_DIR)
  list(APPEND CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${debian}/conffiles)
endif()

set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libpuzzled${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARIES_DESCRIPTION [[Sudoku, N queens and target score solvers (shared libraries)
The engines of puzzled as libraries: Sudoku in batches of hundreds, counts of
queens cut into units of work, exact cover, proofs of the best score of
weighted boards; and how such work is spread over threads with oneTBB.

This package holds what programs need that are linked to them.]])
# Until 1.0 a minor version may break what the one before it offered: a package that is built with
# this one takes no other.
math(EXPR next_minor "${PROJECT_VERSION_MINOR} + 1")
set(needs "libpuzzled${PROJECT_VERSION_MAJOR} (>= ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}), libpuzzled${PROJECT_VERSION_MAJOR} (<< ${PROJECT_VERSION_MAJOR}.${next_minor}~)")
file(CONFIGURE OUTPUT ${package_files}/shlibs @ONLY CONTENT
"libpuzzled @PROJECT_VERSION_MAJOR@ @needs@
libpuzzled_parallel @PROJECT_VERSION_MAJOR@ @needs@
")
file(CONFIGURE OUTPUT ${package_files}/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA ${package_files}/shlibs ${package_files}/triggers)

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpuzzled-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)  # it has no program to ask
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libtbb-dev (>= 2021)")
if(TARGET puzzled_core_shared)
  string(PREPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
         "libpuzzled${PROJECT_VERSION_MAJOR} (= ${package_version}), ")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION [[Sudoku, N queens and target score solvers (development files)
The engines of puzzled as libraries: Sudoku in batches of hundreds, counts of
queens cut into units of work, exact cover, proofs of the best score of
weighted boards; and how such work is spread over threads with oneTBB.

This package holds the headers for C++20 and C, the static libraries, and what
CMake's find_package(puzzled) and pkg-config need.]])

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-puzzled)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
if(python_version)
  string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" matched ${python_version})
  math(EXPR next_minor "${CMAKE_MATCH_2} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= ${python_version}~), python3 (<< ${CMAKE_MATCH_1}.${next_minor}), python3-numpy")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${debian}/python3/postinst ${debian}/python3/prerm)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION [[Sudoku, N queens and target score solvers (Python module)
The engines of puzzled on NumPy arrays: solves, counts, rates, shuffles and
generates millions of Sudoku puzzles, finds equivalent ones, and solves exact
cover problems, on all processors.

This package holds the module puzzled for the system's Python 3.]])

set(CPACK_PROJECT_CONFIG_FILE ${package_files}/variables.cmake)
file(CONFIGURE OUTPUT ${package_files}/variables.cmake @ONLY CONTENT [[
# Each package has a summary of its own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
if(DEFINED ENV{PUZZLED_HOMEPAGE})
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "$ENV{PUZZLED_HOMEPAGE}")
endif()
set(PUZZLED_SOURCE_DIR "@PROJECT_SOURCE_DIR@")
set(PUZZLED_DEBIAN_VERSION "@package_version@")
set(PUZZLED_TOML_INCLUDE_DIR "@PUZZLED_TOML_INCLUDE_DIR@")
set(PUZZLED_HIREDIS_LIBRARY "@PUZZLED_HIREDIS_LIBRARY@")
]])
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_files.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_control.cmake)
include(CPack)
