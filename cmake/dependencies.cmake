# What the rooms are built on, found once for all of them. core needs nothing.
find_package(TBB 2021 REQUIRED)      # parallel
find_package(CLI11 REQUIRED)         # daemon, as the rest
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(spdlog REQUIRED)

# Debian's zstd brings a CMake configuration with a target for each kind of library, Ubuntu 22.04's
# brings none.
find_package(zstd CONFIG QUIET)
add_library(puzzled_zstd INTERFACE)
if(TARGET zstd::libzstd_shared)
  target_link_libraries(puzzled_zstd INTERFACE zstd::libzstd_shared)
else()
  find_library(PUZZLED_ZSTD_LIBRARY zstd REQUIRED)
  find_path(PUZZLED_ZSTD_INCLUDE_DIR zstd.h REQUIRED)
  target_link_libraries(puzzled_zstd INTERFACE ${PUZZLED_ZSTD_LIBRARY})
  target_include_directories(puzzled_zstd INTERFACE ${PUZZLED_ZSTD_INCLUDE_DIR})
endif()
