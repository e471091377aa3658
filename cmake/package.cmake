# `cpack` in a build folder makes a Debian package: the program and its papers, the units for systemd,
# and a configuration that is the administrator's from then on (a conffile).
set(package_root ${PROJECT_BINARY_DIR}/package_root)
configure_file(deploy/puzzled.toml ${package_root}/etc/puzzled/puzzled.toml COPYONLY)
foreach(unit puzzled.service puzzled.socket)
  configure_file(deploy/systemd/${unit} ${package_root}/usr/lib/systemd/system/${unit} COPYONLY)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};${PROJECT_NAME};runtime;/")
set(CPACK_INSTALLED_DIRECTORIES "${package_root};/")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_NAME puzzled)
set(CPACK_PACKAGE_CONTACT "The puzzled developers <puzzled@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Solves Sudoku puzzles in bulk, counts N queens, proves target scores,
 from files or over TCP and Unix sockets, on all cores.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # takes dpkg-shlibdeps (package dpkg-dev)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
foreach(script conffiles postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/deploy/debian/${script})
endforeach()
include(CPack)
