# What `cmake --install` lays down: the program with its papers (component `runtime`), and the
# libraries core and parallel as a package that find_package(puzzled) finds (`development`). Headers
# keep their paths below include/puzzled, so a consumer writes #include "core/sudoku/engines.hpp" just
# as we do. The daemon's library stays private.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/puzzled)

# Each library has a file of targets of its own: who wants core alone needs no oneTBB.
foreach(room core parallel)
  set_target_properties(puzzled_${room} PROPERTIES EXPORT_NAME ${room})
  # The same name inside this build as for those who find the package.
  add_library(puzzled::${room} ALIAS puzzled_${room})
  install(TARGETS puzzled_${room} EXPORT puzzled_${room}_targets
          # A shared library belongs to the program, its name without a version to those who link it.
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime
                  NAMELINK_COMPONENT development
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT puzzled_${room}_targets NAMESPACE puzzled:: FILE puzzled_${room}_targets.cmake
          DESTINATION ${package_dir} COMPONENT development)
  install(DIRECTORY ${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/puzzled COMPONENT development
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
if(BUILD_SHARED_LIBS)
  file(RELATIVE_PATH libraries_from_program
       ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(puzzled PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries_from_program}")
endif()
install(TARGETS puzzled RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)

configure_package_config_file(cmake/puzzledConfig.cmake.in
  ${PROJECT_BINARY_DIR}/puzzledConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break what the one before it offered.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/puzzledConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/puzzledConfig.cmake
              ${PROJECT_BINARY_DIR}/puzzledConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)

install(FILES README.md CHANGELOG.md LICENSE deploy/puzzled.toml
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES daemon/PROTOCOL.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime OPTIONAL)
