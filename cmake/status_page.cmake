# Puts the files of the status page into a source file, so that the program needs none at run time.
function(puzzled_status_page result)
  set(folder ${PROJECT_SOURCE_DIR}/daemon/net/http/page)
  set(PAGE_FILES "")
  foreach(file_and_type
          "index.html=text/html; charset=utf-8"
          "status.js=text/javascript; charset=utf-8"
          "charts.js=text/javascript; charset=utf-8"
          "searches.js=text/javascript; charset=utf-8"
          "box.js=text/javascript; charset=utf-8"
          "numbers.js=text/javascript; charset=utf-8"
          "status.css=text/css; charset=utf-8"
          "icon.svg=image/svg+xml")
    string(REGEX MATCH "^([^=]*)=(.*)$" matched "${file_and_type}")
    set(file ${CMAKE_MATCH_1})
    set(type "${CMAKE_MATCH_2}")
    string(REGEX REPLACE "^index.html$" "" path "${file}")
    file(READ ${folder}/${file} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
    string(APPEND PAGE_FILES "    {\"/${path}\", \"${type}\", R\"page(${text})page\"},\n")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/status_page.cpp.in
                 ${CMAKE_CURRENT_BINARY_DIR}/status_page.cpp @ONLY)
  set(${result} ${CMAKE_CURRENT_BINARY_DIR}/status_page.cpp PARENT_SCOPE)
endfunction()
