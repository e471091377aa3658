# The canonical form of the puzzle on each line, and its automorphisms, in the plainest way: every
# order of columns, of the puzzle and of its transpose, and every line as the next one, is tried.
# Ways whose rows so far are not the smallest are dropped.
BEGIN {
  split("1 2 3 1 3 2 2 1 3 2 3 1 3 1 2 3 2 1", three, " ")
  for (i = 0; i < 1296; ++i) {
    within[0] = int(i / 6) % 6; within[1] = int(i / 36) % 6; within[2] = int(i / 216)
    for (c = 0; c < 9; ++c) {
      stack = three[3 * (i % 6) + int(c / 3) + 1] - 1
      column[i, c] = 3 * stack + three[3 * within[int(c / 3)] + c % 3 + 1]
    }
  }
}

# The text of a line when digits are named in the order in which they come; sets new_names.
function text_of(source, order, names, line,    c, digit, text) {
  new_names = names
  text = ""
  for (c = 0; c < 9; ++c) {
    digit = cell[source, line, column[order, c]]
    if (digit != 0 && !index(new_names, digit)) new_names = new_names digit
    text = text (digit == 0 ? "." : index(new_names, digit))
  }
  return text
}

{
  for (r = 0; r < 9; ++r) {
    for (c = 1; c <= 9; ++c) {
      digit = substr($1, 9 * r + c, 1) + 0
      cell[0, r, c] = digit
      cell[1, c - 1, r + 1] = digit
    }
  }
  count = 0
  for (i = 0; i < 2 * 1296; ++i) {
    source[count] = i % 2; order[count] = int(i / 2); laid[count] = ""; names[count] = ""
    ++count
  }
  form = ""
  for (row = 0; row < 9; ++row) {
    best = "~"
    for (i = 0; i < count; ++i) {
      begin = row % 3 == 0 ? 0 : 3 * int(substr(laid[i], row, 1) / 3)
      end = row % 3 == 0 ? 9 : begin + 3
      for (line = begin; line < end; ++line) {
        if (index(laid[i], line)) continue
        text = text_of(source[i], order[i], names[i], line)
        if (text > best) continue
        if (text < best) { best = text; kept = 0 }
        next_source[kept] = source[i]; next_order[kept] = order[i]
        next_laid[kept] = laid[i] line; next_names[kept] = new_names
        ++kept
      }
    }
    count = kept
    for (i = 0; i < count; ++i) {
      source[i] = next_source[i]; order[i] = next_order[i]
      laid[i] = next_laid[i]; names[i] = next_names[i]
    }
    form = form best
  }
  print form "\t" count
}
