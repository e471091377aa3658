# Run by cpack behind packing: packs each package once more, to add what CPack cannot say and to take
# away what it says of itself. Done by dpkg-deb, which dates files by SOURCE_DATE_EPOCH if that is set,
# so that the same sources make the same package.
#   CPACK_PACKAGE_FILES: the packages; CPACK_TEMPORARY_DIRECTORY: where there is room
function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The packages of the libraries that the program loads when it first calls them (cmake/on_demand.cmake).
set(on_demand "")
if(CPACK_PUZZLED_CALLS)
  file(STRINGS ${CPACK_PUZZLED_CALLS} names REGEX "asciz \"lib.*\\.so\\.")
  foreach(name ${names})
    string(REGEX REPLACE ".*\"(.*)\"" "\\1" name ${name})
    if(name MATCHES "^libm\\.")  # a part of the C library, which dpkg-shlibdeps does see
      continue()
    endif()
    execute_process(COMMAND dpkg-query --search */${name} OUTPUT_VARIABLE owner COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "^[^:]*" owner ${owner})
    execute_process(COMMAND dpkg-query --show --showformat \${source:Upstream-Version} ${owner}
                    OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
    string(APPEND on_demand "${owner} (>= ${version}), ")
  endforeach()
endif()

foreach(package ${CPACK_PACKAGE_FILES})
  set(root ${CPACK_TEMPORARY_DIRECTORY}/again)
  file(REMOVE_RECURSE ${root})
  run(dpkg-deb --raw-extract ${package} ${root})
  get_filename_component(name ${package} NAME)
  if(name MATCHES "^lib")
    # Packages for several architectures can be installed together.
    set(multi_arch same)
    # The trigger has ldconfig run, once for all packages.
    file(REMOVE ${root}/DEBIAN/postinst ${root}/DEBIAN/postrm)
  elseif(name MATCHES "^python")
    # It is for the interpreter of its own architecture.
    set(multi_arch no)
  else()
    # A package of another architecture may depend on it.
    set(multi_arch foreign)
  endif()
  file(READ ${root}/DEBIAN/control control)
  string(STRIP "${control}" control)
  if(name MATCHES "^puzzled_")
    string(REPLACE "\nDepends: " "\nDepends: ${on_demand}" control "${control}")
  endif()
  file(WRITE ${root}/DEBIAN/control "${control}\nMulti-Arch: ${multi_arch}\n")
  run(dpkg-deb --root-owner-group -Zxz --build ${root} ${package})
endforeach()
