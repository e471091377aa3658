# What `cmake --install` lays down, in three components, each a Debian package (cmake/package.cmake):
#   runtime      the program, its manual pages, completions and other papers
#   libraries    core and parallel as shared libraries
#   development  their headers, the static libraries, and the CMake package that find_package(puzzled)
#                finds
# Headers keep their paths below include/puzzled, so a consumer writes #include
# "core/sudoku/engines.hpp" just as we do. The daemon's library stays private.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/puzzled)

# Each library has a file of targets of its own: who wants core alone needs no oneTBB.
foreach(room core parallel)
  # The same name inside this build as for those who find the package.
  add_library(puzzled::${room} ALIAS puzzled_${room})
  set_target_properties(puzzled_${room} PROPERTIES EXPORT_NAME ${room}_static)
  install(TARGETS puzzled_${room} EXPORT puzzled_${room}_static
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  set(kinds static)
  if(TARGET puzzled_${room}_shared)
    set_target_properties(puzzled_${room}_shared PROPERTIES EXPORT_NAME ${room}_shared)
    install(TARGETS puzzled_${room}_shared EXPORT puzzled_${room}_shared
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries
                    NAMELINK_COMPONENT development)
    list(APPEND kinds shared)
  endif()
  foreach(kind ${kinds})
    install(EXPORT puzzled_${room}_${kind} NAMESPACE puzzled::
            FILE puzzled_${room}_${kind}_targets.cmake
            DESTINATION ${package_dir} COMPONENT development)
  endforeach()
  install(DIRECTORY ${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/puzzled COMPONENT development
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(TARGETS puzzled RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)

configure_package_config_file(cmake/puzzledConfig.cmake.in
  ${PROJECT_BINARY_DIR}/puzzledConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break what the one before it offered.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/puzzledConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/puzzledConfig.cmake
              ${PROJECT_BINARY_DIR}/puzzledConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)

# The pages, laid out as here, so that the links between them hold; recipes and examples go with them.
install(FILES README.md CHANGELOG.md SECURITY.md LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES deploy/puzzled.toml DESTINATION ${CMAKE_INSTALL_DOCDIR}/deploy COMPONENT runtime)
install(DIRECTORY deploy/docs deploy/examples deploy/records deploy/schemas deploy/container
                  deploy/slurm deploy/k8s
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/deploy COMPONENT runtime USE_SOURCE_PERMISSIONS)
