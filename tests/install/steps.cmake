# Commands of the tests in this folder.

# must_run(COMMAND...): fails unless the command's status is 0.
function(must_run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# must_print(EXPRESSION COMMAND...): and unless what it prints matches.
function(must_print expression)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed COMMAND_ECHO STDOUT
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT printed MATCHES "${expression}")
    message(FATAL_ERROR "nothing matches ${expression} in\n${printed}")
  endif()
endfunction()
