# The verdict on a puzzle and a grid of 81 characters each, on lines with a comma between, by the rules
# of the game alone.
function name(cell) { return "r" int(cell / 9) + 1 "c" cell % 9 + 1 }
function unit(kind, cell) {
  if (kind == 1) return int(cell / 9)
  return kind == 2 ? cell % 9 : 3 * int(cell / 27) + int(cell % 9 / 3)
}

function verdict(puzzle, grid,    a, b, kind, u, digit, count, clue) {
  for (a = 0; a < 81; ++a) if ((clue = substr(puzzle, a + 1, 1)) ~ /[1-9]/) {
    for (b = a + 1; b < 81; ++b) if (substr(puzzle, b + 1, 1) == clue) {
      for (kind = 1; kind <= 3; ++kind) if (unit(kind, a) == unit(kind, b)) {
        return "invalid clues " name(a) " and " name(b) " are both " clue
      }
    }
  }
  for (a = 0; a < 81; ++a) if (substr(grid, a + 1, 1) !~ /[1-9]/) return "blank " name(a)
  for (a = 0; a < 81; ++a) {
    clue = substr(puzzle, a + 1, 1)
    if (clue ~ /[1-9]/ && substr(grid, a + 1, 1) != clue) return name(a) " is a clue " clue
  }
  for (kind = 1; kind <= 3; ++kind) {
    for (u = 0; u < 9; ++u) for (digit = 1; digit <= 9; ++digit) {
      count = 0
      for (a = 0; a < 81; ++a) if (unit(kind, a) == u && substr(grid, a + 1, 1) == digit) ++count
      if (count > 1) return "two " digit " in " (kind == 1 ? "row" : kind == 2 ? "column" : "box") " " u + 1
    }
  }
  return "ok"
}

{ print verdict(substr($0, 1, 81), substr($0, 83, 81)) }
