# The level of the puzzle on each line: 1, 2 or 3, by which singles place all digits; 4 if none do.
function candidate(cell, digit,    k) {
  if (value[cell] != 0) return 0
  for (k = 0; k < 81; ++k) if (value[k] == digit && sees[cell, k]) return 0
  return 1
}

function hidden(unit,    digit, i, places, place, moved) {
  for (digit = 1; digit <= 9; ++digit) {
    places = 0
    for (i = 0; i < 9; ++i) if (candidate(member[unit, i], digit)) { ++places; place = member[unit, i] }
    for (i = 0; i < 9; ++i) if (value[member[unit, i]] == digit) places = 0
    if (places == 1) { value[place] = digit; moved = 1 }
  }
  return moved
}

function naked(cell,    digit, count, last) {
  for (digit = 1; digit <= 9; ++digit) if (candidate(cell, digit)) { ++count; last = digit }
  if (count == 1) value[cell] = last
  return count == 1
}

function solves(level,    moved, unit, cell) {
  do {
    moved = 0
    for (unit = level == 1 ? 18 : 0; unit < 27; ++unit) if (hidden(unit)) moved = 1
    if (level == 3) for (cell = 0; cell < 81; ++cell) if (naked(cell)) moved = 1
  } while (moved)
  for (cell = 0; cell < 81; ++cell) if (value[cell] == 0) return 0
  return 1
}

BEGIN {
  for (cell = 0; cell < 81; ++cell) {
    r = int(cell / 9); c = cell % 9; b = 3 * int(r / 3) + int(c / 3)
    member[r, c] = cell; member[9 + c, r] = cell; member[18 + b, 3 * (r % 3) + c % 3] = cell
    for (k = 0; k < 81; ++k) {
      if (int(k / 9) == r || k % 9 == c || 3 * int(k / 27) + int(k % 9 / 3) == b) sees[cell, k] = 1
    }
  }
}

{
  for (cell = 0; cell < 81; ++cell) value[cell] = substr($1, cell + 1, 1) + 0
  for (level = 1; level <= 3 && !solves(level); ++level);
  print level
}
