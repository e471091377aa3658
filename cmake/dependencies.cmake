# What the rooms are built on, found once for all of them. core needs nothing.
if(PUZZLED_TESTS AND NOT PUZZLED_PROGRAM)
  message(FATAL_ERROR "PUZZLED_TESTS needs PUZZLED_PROGRAM")
endif()
if(PUZZLED_PROGRAM)
  if(NOT PUZZLED_PARALLEL)
    message(FATAL_ERROR "PUZZLED_PROGRAM needs PUZZLED_PARALLEL")
  endif()
  find_package(TBB 2021 REQUIRED)
elseif(PUZZLED_PARALLEL AND NOT TARGET TBB::tbb)
  find_package(TBB 2021 QUIET)
  if(TARGET TBB::tbb)
    # Whoever links the static library in a parent's folder links it, too.
    set_target_properties(TBB::tbb PROPERTIES IMPORTED_GLOBAL TRUE)
  else()
    message(STATUS "puzzled: without oneTBB (TBB 2021) there is no puzzled::parallel")
    set(PUZZLED_PARALLEL OFF)
  endif()
endif()

# The rest is the daemon's.
if(NOT PUZZLED_PROGRAM)
  return()
endif()
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)

# Debian's zstd brings a CMake configuration with a target for each kind of library, Ubuntu 22.04's
# brings none.
find_package(zstd CONFIG QUIET)
add_library(puzzled_zstd INTERFACE)
if(PUZZLED_STATIC AND TARGET zstd::libzstd_static)
  target_link_libraries(puzzled_zstd INTERFACE zstd::libzstd_static)
elseif(TARGET zstd::libzstd_shared)
  target_link_libraries(puzzled_zstd INTERFACE zstd::libzstd_shared)
  set(PUZZLED_ZSTD_LIBRARY $<TARGET_FILE:zstd::libzstd_shared>)
else()
  find_library(PUZZLED_ZSTD_LIBRARY zstd REQUIRED)
  find_path(PUZZLED_ZSTD_INCLUDE_DIR zstd.h REQUIRED)
  target_link_libraries(puzzled_zstd INTERFACE ${PUZZLED_ZSTD_LIBRARY})
  target_include_directories(puzzled_zstd INTERFACE ${PUZZLED_ZSTD_INCLUDE_DIR})
endif()

# Header-only: Asio and Beast. The flags keep us to what is not deprecated, so that a newer Boost
# builds, too. Debian 12 has 1.81, Ubuntu 24.04 1.83, Ubuntu 22.04 1.74.
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own configuration, not CMake's search
endif()
find_package(Boost 1.74 REQUIRED)
add_library(puzzled_boost INTERFACE)
target_link_libraries(puzzled_boost INTERFACE Boost::headers Threads::Threads)
target_compile_definitions(puzzled_boost INTERFACE BOOST_ASIO_NO_DEPRECATED
  # Its handlers and coroutines come from operator new, as all that we allocate (daemon/operator_new.cpp).
  BOOST_ASIO_DISABLE_STD_ALIGNED_ALLOC BOOST_ASIO_DISABLE_BOOST_ALIGN)

find_package(spdlog REQUIRED)
add_library(puzzled_spdlog INTERFACE)
# Header-only, compiled once (daemon/base/log), and {fmt} with it: libspdlog.so would take 0.4 ms of each
# start of the program, libfmt.so 40 us, and the sanitizers would not see spdlog's threads.
foreach(library spdlog::spdlog_header_only fmt::fmt-header-only)
  if(TARGET ${library})
    target_compile_definitions(puzzled_spdlog INTERFACE
      $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>)
    target_include_directories(puzzled_spdlog SYSTEM INTERFACE
      $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
  endif()
endforeach()
target_link_libraries(puzzled_spdlog INTERFACE Threads::Threads)

# Header-only. Ubuntu 22.04 has none: there the daemon reads no configuration file.
find_path(PUZZLED_TOML_INCLUDE_DIR toml++/toml.h)
add_library(puzzled_toml INTERFACE)
if(PUZZLED_TOML_INCLUDE_DIR)
  target_include_directories(puzzled_toml SYSTEM INTERFACE ${PUZZLED_TOML_INCLUDE_DIR})
  target_compile_definitions(puzzled_toml INTERFACE PUZZLED_HAS_TOML)
else()
  message(STATUS "no toml++: `puzzled serve` will read no configuration file")
endif()

# Streams of Redis. Its headers stand in a folder of their own; some releases of Debian's package bring
# no CMake configuration, and none is needed for a library and a header.
find_path(PUZZLED_HIREDIS_INCLUDE_DIR hiredis/hiredis.h)
find_library(PUZZLED_HIREDIS_LIBRARY hiredis)
if(PUZZLED_HIREDIS_INCLUDE_DIR AND PUZZLED_HIREDIS_LIBRARY)
  add_library(puzzled_hiredis INTERFACE)
  target_include_directories(puzzled_hiredis SYSTEM INTERFACE ${PUZZLED_HIREDIS_INCLUDE_DIR})
  target_link_libraries(puzzled_hiredis INTERFACE ${PUZZLED_HIREDIS_LIBRARY})
else()
  message(STATUS "no hiredis: without `puzzled work` and `puzzled feed`")
endif()

# What many runs of the program do without (cmake/on_demand.cmake).
set(PUZZLED_OCCASIONAL_LIBRARIES $<TARGET_FILE:TBB::tbb> ${ZLIB_LIBRARIES} ${PUZZLED_ZSTD_LIBRARY})
if(TARGET puzzled_hiredis)
  list(APPEND PUZZLED_OCCASIONAL_LIBRARIES ${PUZZLED_HIREDIS_LIBRARY})
endif()
