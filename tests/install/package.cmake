# The test install.package: makes the Debian package, looks into it, and runs the program out of it.
#   BUILD_DIR, CONFIG, CPACK; WORK_DIR: emptied, then used
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
execute_process(COMMAND ${CPACK} -G DEB -C ${CONFIG} -B ${WORK_DIR} WORKING_DIRECTORY ${BUILD_DIR}
                OUTPUT_VARIABLE said ERROR_VARIABLE said
                COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
if(said MATCHES "[Ww]arning")
  message(FATAL_ERROR "cpack warns:\n${said}")
endif()
file(GLOB package ${WORK_DIR}/*.deb)

foreach(file usr/bin/puzzled usr/lib/systemd/system/puzzled.service
             usr/lib/systemd/system/puzzled.socket etc/puzzled/puzzled.toml
             usr/share/man/man1/puzzled.1 usr/share/doc/puzzled/README.md)
  must_print("root/root [^\n]* ./${file}\n" dpkg-deb --contents ${package})
endforeach()
must_print("^/etc/puzzled/puzzled.toml\n$" dpkg-deb --info ${package} conffiles)
must_print("Depends: [^\n]*libtbb" dpkg-deb --info ${package} control)
execute_process(COMMAND dpkg-deb --extract ${package} ${WORK_DIR}/root COMMAND_ERROR_IS_FATAL ANY)
must_print("^puzzled " ${WORK_DIR}/root/usr/bin/puzzled --version)
