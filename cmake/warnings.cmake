# Flags that every target of ours is compiled with and that no consumer inherits.
add_library(puzzled_flags INTERFACE)
target_compile_options(puzzled_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wcast-qual -Wformat=2 -Wundef $<$<BOOL:${PUZZLED_WERROR}>:-Werror>)

if(PUZZLED_SANITIZE)
  target_compile_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE}
                                                 -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(puzzled_flags INTERFACE -fsanitize=${PUZZLED_SANITIZE})
endif()
