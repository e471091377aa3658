# The commit that is built, in a source file of its own: a new commit compiles that file and links.
#
#   include(cmake/build_info.cmake); puzzled_build_info(FILE)    adds the target that writes it
#   cmake -D SOURCE_DIR=... -D COMMIT=... -D OUTPUT=FILE -P cmake/build_info.cmake    writes it
#
# PUZZLED_COMMIT names the commit where there is no checkout, as in a release's archive.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(PUZZLED_COMMIT "" CACHE STRING "Commit that --version names; empty: that of the checkout")
  function(puzzled_build_info result)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/build_info.cpp)
    set(script ${PROJECT_SOURCE_DIR}/cmake/build_info.cmake)
    set(write ${CMAKE_COMMAND} -D SOURCE_DIR=${PROJECT_SOURCE_DIR} -D COMMIT=${PUZZLED_COMMIT}
              -D OUTPUT=${output} -P ${script})
    execute_process(COMMAND ${write} COMMAND_ERROR_IS_FATAL ANY)
    # Runs in each build; the file changes only with the commit.
    add_custom_target(build_info COMMAND ${write} BYPRODUCTS ${output} VERBATIM)
    set(${result} ${output} PARENT_SCOPE)
  endfunction()
  return()
endif()

# git's answer; empty if it has none, or if SOURCE_DIR is only a folder in another checkout.
function(ask_git result)
  set(answer "")
  if(EXISTS ${SOURCE_DIR}/.git)
    execute_process(COMMAND git -C ${SOURCE_DIR} ${ARGN} RESULT_VARIABLE status
                    OUTPUT_VARIABLE answer ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status EQUAL 0)
      set(answer "")
    endif()
  endif()
  set(${result} "${answer}" PARENT_SCOPE)
endfunction()

set(commit "${COMMIT}")
if(commit STREQUAL "")
  ask_git(commit describe --always --dirty --abbrev=12 --exclude=*)
endif()
ask_git(date log -1 --date=format:%Y-%m-%d --format=%cd)
if(commit STREQUAL "")
  set(commit unknown)
endif()
if(date STREQUAL "")
  string(TIMESTAMP date %Y-%m-%d UTC)  # of SOURCE_DATE_EPOCH, if that is set
endif()
set(text "#include \"daemon/base/text/build_info.hpp\"

namespace puzzled {

const std::string_view kBuildCommit = \"${commit}\";
const std::string_view kBuildDate = \"${date}\";

}  // namespace puzzled
")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
