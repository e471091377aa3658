# What `cmake --install` lays down, in three components, each a Debian package (cmake/package.cmake):
#   runtime      the program, its manual pages, completions and other papers
#   libraries    core and parallel as shared libraries
#   development  their headers, the static libraries, and the CMake package that find_package(puzzled)
#                finds
# Installed headers are those in the folders core/include and parallel/include; all else is internal.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/puzzled)

# Each library has a file of targets of its own: who wants core alone needs no oneTBB.
set(rooms core)
if(PUZZLED_PARALLEL)
  list(APPEND rooms parallel)
endif()
# A .pc file finds its prefix from its own place, so that what is installed may be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_prefix /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
foreach(room ${rooms})
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
  install(DIRECTORY ${room}/include/puzzled DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          COMPONENT development FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
  get_target_property(file puzzled_${room} OUTPUT_NAME)
  configure_file(cmake/${file}.pc.in ${PROJECT_BINARY_DIR}/${file}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${file}.pc DESTINATION ${pkgconfig_dir} COMPONENT development)
endforeach()

configure_package_config_file(cmake/puzzledConfig.cmake.in
  ${PROJECT_BINARY_DIR}/puzzledConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break what the one before it offered.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/puzzledConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/puzzledConfig.cmake
              ${PROJECT_BINARY_DIR}/puzzledConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)

if(NOT PUZZLED_PROGRAM)
  return()
endif()
install(TARGETS puzzled RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)

# The pages, laid out as here, so that the links between them hold and their commands find the puzzles
# that they name; recipes and examples go with them. The test install.pages looks for what is missing.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
file(GLOB_RECURSE inner_pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     core/*.md parallel/*.md daemon/*.md tests/*.md)
foreach(file ${inner_pages} tests/bench/speed.csv tests/data/minimal_10k.txt)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT runtime)
endforeach()
install(FILES deploy/puzzled.toml DESTINATION ${CMAKE_INSTALL_DOCDIR}/deploy COMPONENT runtime)
install(DIRECTORY deploy/docs deploy/examples deploy/records deploy/schemas deploy/container
                  deploy/slurm deploy/k8s deploy/haproxy deploy/watching
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/deploy COMPONENT runtime USE_SOURCE_PERMISSIONS)
