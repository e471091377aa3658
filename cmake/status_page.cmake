# Puts the files of the status page into a source file, so that the program needs none at run time.
function(puzzled_status_page result)
  set(folder ${PROJECT_SOURCE_DIR}/daemon/http/page)
  foreach(file index.html status.js status.css icon.svg)
    string(TOUPPER PAGE_${file} name)
    string(REPLACE "." "_" name ${name})
    file(READ ${folder}/${file} ${name})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/status_page.cpp.in
                 ${CMAKE_CURRENT_BINARY_DIR}/status_page.cpp @ONLY)
  set(${result} ${CMAKE_CURRENT_BINARY_DIR}/status_page.cpp PARENT_SCOPE)
endfunction()
