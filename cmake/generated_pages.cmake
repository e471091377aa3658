# Manual pages and completions, made by the program itself of its tables of options, and the page on the
# protocol, made of its Markdown by lowdown. They lie in build/<preset>/pages and are installed with the
# program. None of it happens when cross-compiling, where the program cannot run.
#
#   include(cmake/generated_pages.cmake)                                          adds and installs them
#   cmake -D PROGRAM=FILE -D PAGES=FOLDER -P cmake/generated_pages.cmake          writes them

if(CMAKE_SCRIPT_MODE_FILE)
  function(generate kind file)
    execute_process(COMMAND ${PROGRAM} --generate ${kind} OUTPUT_FILE ${PAGES}/${file}
                    COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  file(MAKE_DIRECTORY ${PAGES})
  execute_process(COMMAND ${PROGRAM} --generate kinds OUTPUT_VARIABLE kinds
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "man:[a-z.-]+" pages "${kinds}")
  foreach(page ${pages})
    string(REGEX REPLACE "^man:" "" name ${page})
    if(name MATCHES "\\.toml$")
      generate(${page} ${name}.5)
    else()
      generate(${page} ${name}.1)
    endif()
  endforeach()
  generate(complete-bash puzzled)
  generate(complete-zsh _puzzled)
  generate(complete-fish puzzled.fish)
  return()
endif()

if(CMAKE_CROSSCOMPILING)
  message(STATUS "cross-compiling: no manual pages and no completions")
  return()
endif()

set(pages ${PROJECT_BINARY_DIR}/pages)
set(script ${PROJECT_SOURCE_DIR}/cmake/generated_pages.cmake)
add_custom_command(OUTPUT ${pages}/puzzled.1
  COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:puzzled> -D PAGES=${pages} -P ${script}
  DEPENDS puzzled ${script} VERBATIM)
set(made ${pages}/puzzled.1)

find_program(BASH bash)
find_program(PUZZLED_LOWDOWN lowdown)
if(BASH AND PUZZLED_LOWDOWN)
  set(protocol ${PROJECT_SOURCE_DIR}/deploy/docs/protocol.md)
  set(protocol_script ${PROJECT_SOURCE_DIR}/cmake/protocol_page.sh)
  add_custom_command(OUTPUT ${pages}/puzzled-protocol.7
    COMMAND ${BASH} ${protocol_script} ${PUZZLED_LOWDOWN} ${protocol} ${pages}/puzzled.1
            ${pages}/puzzled-protocol.7
    DEPENDS ${protocol} ${protocol_script} ${pages}/puzzled.1 VERBATIM)
  list(APPEND made ${pages}/puzzled-protocol.7)
else()
  message(STATUS "no lowdown: the manual page puzzled-protocol(7) is left out")
endif()
add_custom_target(pages ALL DEPENDS ${made})

foreach(chapter 1 5 7)
  install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${chapter} COMPONENT runtime
          FILES_MATCHING PATTERN "*.${chapter}")
endforeach()
install(FILES ${pages}/puzzled DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT runtime)
install(FILES ${pages}/puzzled.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT runtime)
# Debian's zsh reads /usr/share/zsh/vendor-completions; below other prefixes there are site-functions.
install(CODE "
  if(CMAKE_INSTALL_PREFIX MATCHES \"(^|/)usr$\")
    set(zsh_folder vendor-completions)
  else()
    set(zsh_folder site-functions)
  endif()
  file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${zsh_folder}\"
       TYPE FILE FILES \"${pages}/_puzzled\")" COMPONENT runtime)
