# Run by cpack between installing into its staging folders, one for each component, and packing them:
# adds what only a Debian package has, and puts the rest into the form that Debian's policy asks for.
#   CPACK_TEMPORARY_DIRECTORY: holds the staging folders; PUZZLED_SOURCE_DIR, PUZZLED_DEBIAN_VERSION,
#   PUZZLED_TOML_INCLUDE_DIR, PUZZLED_HIREDIS_LIBRARY: of cmake/package.cmake
set(debian ${PUZZLED_SOURCE_DIR}/deploy/debian)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# What every package has: who may copy it, and what has changed in the package.
file(STRINGS ${debian}/changelog top LIMIT_COUNT 1)
if(NOT top MATCHES "\\(${PUZZLED_DEBIAN_VERSION}\\)")
  message(FATAL_ERROR "deploy/debian/changelog begins with '${top}', not ${PUZZLED_DEBIAN_VERSION}")
endif()
set(roots)
foreach(part runtime:puzzled libraries:libpuzzled0 development:libpuzzled-dev python:python3-puzzled)
  string(REGEX MATCH "(.*):(.*)" part ${part})
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${CMAKE_MATCH_1})
  if(IS_DIRECTORY ${root})
    set(papers ${root}/usr/share/doc/${CMAKE_MATCH_2})
    file(COPY ${debian}/copyright DESTINATION ${papers})
    file(COPY_FILE ${debian}/changelog ${papers}/changelog.Debian)
    file(COPY_FILE ${PUZZLED_SOURCE_DIR}/CHANGELOG.md ${papers}/changelog)
    run(gzip -9nf ${papers}/changelog.Debian ${papers}/changelog)
    list(APPEND roots ${root})
  endif()
endforeach()

# The program's: configuration, units, pages.
set(runtime ${CPACK_TEMPORARY_DIRECTORY}/runtime)
if(IS_DIRECTORY ${runtime})
  set(units ${runtime}/usr/lib/systemd/system)
  file(COPY ${PUZZLED_SOURCE_DIR}/deploy/systemd/ DESTINATION ${units})
  if(NOT PUZZLED_HIREDIS_LIBRARY)  # nothing to start: the program has no workers
    file(REMOVE ${units}/puzzled-work@.service)
  endif()
  if(PUZZLED_TOML_INCLUDE_DIR)
    file(COPY ${PUZZLED_SOURCE_DIR}/deploy/puzzled.toml DESTINATION ${runtime}/etc/puzzled)
  else()  # `systemctl edit puzzled` can set variables
    file(READ ${units}/puzzled.service unit)
    string(REPLACE " --config /etc/puzzled/puzzled.toml" "" unit "${unit}")
    file(WRITE ${units}/puzzled.service "${unit}")
  endif()
  # The licence stands in `copyright`, and CHANGELOG.md is `changelog.gz`.
  set(papers ${runtime}/usr/share/doc/puzzled)
  file(REMOVE ${papers}/LICENSE ${papers}/CHANGELOG.md)
  file(GLOB_RECURSE pages ${papers}/*.md)
  foreach(page ${pages})
    file(READ ${page} text)
    string(REGEX REPLACE "\\]\\(([./]*)LICENSE\\)" "](\\1copyright)" text "${text}")
    string(REGEX REPLACE "\\]\\(([./]*)CHANGELOG.md\\)" "](\\1changelog.gz)" text "${text}")
    file(WRITE ${page} "${text}")
  endforeach()
  file(GLOB man_pages ${runtime}/usr/share/man/man*/*.[1-9])
  if(man_pages)
    run(gzip -9nf ${man_pages})
  endif()
endif()

# No symbols but those to link by.
set(strip strip --remove-section=.comment)
file(GLOB_RECURSE archives ${CPACK_TEMPORARY_DIRECTORY}/development/*.a)
file(GLOB_RECURSE libraries ${CPACK_TEMPORARY_DIRECTORY}/libraries/*.so.*.*.*
     ${CPACK_TEMPORARY_DIRECTORY}/python/*.so)
foreach(file ${archives})
  run(${strip} --strip-debug --enable-deterministic-archives ${file})
endforeach()
foreach(file ${libraries})
  run(${strip} --strip-unneeded ${file})
endforeach()
if(EXISTS ${runtime}/usr/bin/puzzled)
  run(${strip} ${runtime}/usr/bin/puzzled)
endif()

# Whatever the umask and the permissions of a checkout.
run(chmod -R u=rwX,go=rX ${roots})
