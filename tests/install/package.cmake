# The test install.package: makes the Debian packages, looks into them, runs the program and builds
# the examples out of them.
#   BUILD_DIR, CONFIG, CPACK: what to pack; VERSION: of the program; TOML: empty without toml++;
#   LINTIAN: the program, or empty; PYTHON: the interpreter that the Python module is for, or empty;
#   PYTHON3, LINKS: the interpreter and the script that reads pages; GENERATOR, CXX, CC: to build with;
#   WORK_DIR: emptied, then used
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
string(REPLACE "-" "~" debian_version ${VERSION})
# Packages that only the test reads need not be small.
set(ENV{DPKG_DEB_COMPRESSOR_LEVEL} 1)
set(ENV{DEBFULLNAME} "A Packager")
set(ENV{DEBEMAIL} packager@example.org)
set(ENV{PUZZLED_HOMEPAGE} https://example.org/puzzled)
execute_process(COMMAND ${CPACK} -G DEB -C ${CONFIG} -B ${WORK_DIR} WORKING_DIRECTORY ${BUILD_DIR}
                OUTPUT_VARIABLE said ERROR_VARIABLE said
                COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
if(said MATCHES "[Ww]arning|[Ee]rror")
  message(FATAL_ERROR "cpack is not content:\n${said}")
endif()

# check_package(NAME CONTROL FILE...): that NAME's control file matches CONTROL, that it holds each FILE
# as root's, and the papers that every package has. Unpacks it into WORK_DIR/root.
function(check_package name control)
  file(GLOB package ${WORK_DIR}/${name}_${debian_version}-*.deb)
  must_print("${control}" dpkg-deb --info ${package} control)
  must_print("\nMaintainer: A Packager <packager@example.org>\n" dpkg-deb --info ${package} control)
  must_print("\nHomepage: https://example.org/puzzled\n" dpkg-deb --info ${package} control)
  # (Asked once: dpkg-deb decompresses the whole package to list it.)
  execute_process(COMMAND dpkg-deb --contents ${package} OUTPUT_VARIABLE contents
                  COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
  set(papers usr/share/doc/${name})
  foreach(file ${papers}/copyright ${papers}/changelog.Debian.gz ${papers}/changelog.gz ${ARGN})
    must_hold("root/root [^\n]* ./${file}( -> [^\n]*)?\n" "${contents}")
  endforeach()
  must_run(dpkg-deb --extract ${package} ${WORK_DIR}/root)
endfunction()

check_package(puzzled "Depends: [^\n]*libtbb" usr/bin/puzzled
              usr/lib/systemd/system/puzzled.service usr/lib/systemd/system/puzzled.socket
              "usr/share/man/man1/puzzled\\.1\\.gz" "usr/share/man/man1/puzzled-solve\\.1\\.gz"
              "usr/share/man/man5/puzzled\\.toml\\.5\\.gz"
              usr/share/bash-completion/completions/puzzled
              usr/share/zsh/vendor-completions/_puzzled
              usr/share/fish/vendor_completions.d/puzzled.fish
              usr/share/doc/puzzled/README.md usr/share/doc/puzzled/deploy/docs/solving.md
              usr/share/doc/puzzled/deploy/schemas/queens.schema.json)
file(GLOB package ${WORK_DIR}/puzzled_*.deb)
# The daemon's unit names the configuration if the program can read one, and then the package has it.
set(unit ${WORK_DIR}/root/usr/lib/systemd/system/puzzled.service)
if(TOML)
  must_print("^/etc/puzzled/puzzled.toml\n$" dpkg-deb --info ${package} conffiles)
  must_print("root/root [^\n]* ./etc/puzzled/puzzled.toml\n" dpkg-deb --contents ${package})
  must_print("serve --config /etc/puzzled/puzzled.toml\n" cat ${unit})
elseif(EXISTS ${WORK_DIR}/root/etc)
  message(FATAL_ERROR "without toml++ the package has a configuration")
else()
  must_print("ExecStart=/usr/bin/puzzled serve\n" cat ${unit})
endif()
must_print("^puzzled ${VERSION}" ${WORK_DIR}/root/usr/bin/puzzled --version)

must_run(${PYTHON3} ${LINKS} ${WORK_DIR}/root/usr/share/doc/puzzled)

check_package(libpuzzled0 "Depends: [^\n]*libtbb"
              "usr/lib/[a-z0-9_-]+/libpuzzled.so.0" "usr/lib/[a-z0-9_-]+/libpuzzled_parallel.so.0")
check_package(libpuzzled-dev "Depends: libpuzzled0 \\(= ${debian_version}-[0-9]+\\), libtbb-dev"
              "usr/lib/[a-z0-9_-]+/libpuzzled.so" "usr/lib/[a-z0-9_-]+/libpuzzled_parallel.a"
              "usr/lib/[a-z0-9_-]+/cmake/puzzled/puzzledConfig.cmake"
              "usr/lib/[a-z0-9_-]+/pkgconfig/puzzled.pc"
              "usr/lib/[a-z0-9_-]+/pkgconfig/puzzled_parallel.pc"
              usr/include/puzzled/sudoku.hpp usr/include/puzzled/parallel.hpp
              usr/include/puzzled/puzzled.h)
# (install.consumer builds all of them.)
use_package(${WORK_DIR}/root/usr ${examples} examples TARGETS from_c queens sudoku threads)
check_examples(${WORK_DIR}/examples)
must_print("NEEDED[^\n]*libpuzzled.so.0" readelf --dynamic ${WORK_DIR}/examples/queens)

# The Python module, if there is one, as the system's Python finds it.
if(PYTHON)
  check_package(python3-puzzled "Depends: [^\n]*python3 \\(<< 3[^\n]*libtbb"
                usr/lib/python3/dist-packages/puzzled/__init__.py
                usr/lib/python3/dist-packages/puzzled/__init__.pyi
                usr/lib/python3/dist-packages/puzzled/variants.py)
  set(ENV{PYTHONPATH} ${WORK_DIR}/root/usr/lib/python3/dist-packages)
  set(ENV{PYTHONDONTWRITEBYTECODE} 1)
  must_print("^724\n$" ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/count_queens.py)
endif()

if(LINTIAN)
  file(GLOB packages ${WORK_DIR}/*.deb)
  must_run(${LINTIAN} --allow-root --fail-on error,warning ${packages})
endif()
