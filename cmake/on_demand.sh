#!/bin/sh
# on_demand.sh NM READELF LIBRARY... -- ARCHIVE...: prints an assembly source (x86-64) that defines each
# function of the shared LIBRARYs that the ARCHIVEs call. A call goes where a slot says: at first to
# load_function, from then on to the library's own function, which daemon/load_library.cpp has put there.
set -eu
export LC_ALL=C
nm=$1 readelf=$2
shift 2
libraries=
while [ "$1" != -- ]; do
  libraries="$libraries $1"
  shift
done
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$nm" --undefined-only --quiet "$@" | awk '$1 == "U" { print $2 }' | sort -u >"$work/called"
for library in $libraries; do
  # Of an archive nothing is said here: the linker takes what it needs.
  soname=$("$readelf" --dynamic "$library" 2>/dev/null | sed -n 's/.*(SONAME).*\[\(.*\)\]$/\1/p')
  [ -n "$soname" ] || continue
  echo "library $soname"
  "$nm" --dynamic --defined-only "$library" | awk '$2 ~ /^[TWi]$/ { sub(/@.*/, "", $3); print $3 }' |
    sort -u | comm -12 - "$work/called"
done >"$work/functions"

awk '
  BEGIN { libraries = count = 0 }
  $1 == "library" { sonames[libraries++] = $2; next }
  { names[count] = $1; library_of[count++] = libraries - 1 }
  END {
    print "  .text"
    for (i = 0; i < count; ++i) {
      print "  .globl " names[i] "\n  .hidden " names[i] "\n  .type " names[i] ", @function"
      print names[i] ":\n  .cfi_startproc\n  jmp *function_slots+" 8 * i "(%rip)\n  .cfi_endproc"
      print "load_" i ":\n  .cfi_startproc\n  push $" i "\n  .cfi_adjust_cfa_offset 8"
      print "  jmp load_function\n  .cfi_endproc"
    }
    # All registers that hold arguments, and %al, which counts those in vector registers. On the stack
    # are the number of the function and where it returns to.
    print "load_function:\n  .cfi_startproc\n  .cfi_adjust_cfa_offset 8"
    saved = split("rax rdi rsi rdx rcx r8 r9", registers, " ")
    for (i = 1; i <= saved; ++i) print "  push %" registers[i] "\n  .cfi_adjust_cfa_offset 8"
    print "  sub $136, %rsp\n  .cfi_adjust_cfa_offset 136"  # with 8 bytes so that it is aligned to 16
    for (i = 0; i < 8; ++i) print "  movups %xmm" i ", " 16 * i "(%rsp)"
    print "  mov " 136 + 8 * saved "(%rsp), %rdi\n  call puzzled_load_function"
    print "  mov %rax, " 136 + 8 * saved "(%rsp)"
    for (i = 0; i < 8; ++i) print "  movups " 16 * i "(%rsp), %xmm" i
    print "  add $136, %rsp\n  .cfi_adjust_cfa_offset -136"
    for (i = saved; i >= 1; --i) print "  pop %" registers[i] "\n  .cfi_adjust_cfa_offset -8"
    print "  ret\n  .cfi_endproc"  # to the function, whose address stands where its number stood
    print "  .data\n  .balign 8\n  .globl function_slots\n  .hidden function_slots\nfunction_slots:"
    for (i = 0; i < count; ++i) print "  .quad load_" i
    print "  .section .rodata\n  .globl function_libraries\n  .hidden function_libraries\nfunction_libraries:"
    for (i = 0; i < count; ++i) print "  .byte " library_of[i]
    print "  .globl function_names\n  .hidden function_names\nfunction_names:"
    for (i = 0; i < count; ++i) print "  .asciz \"" names[i] "\""
    print "  .byte 0\n  .globl library_names\n  .hidden library_names\nlibrary_names:"
    for (i = 0; i < libraries; ++i) print "  .asciz \"" sonames[i] "\""
    print "  .byte 0\n  .section .note.GNU-stack, \"\", @progbits"
  }' "$work/functions"
