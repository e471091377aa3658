/* Sudoku and queens from C. */
#include <inttypes.h>
#include <puzzled/puzzled.h>
#include <stdio.h>

/* Says why a call has failed. */
static int complain(void) {
  fprintf(stderr, "%s\n", puzzled_last_error());
  return 2;
}

int main(void) {
  const char* line =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  puzzled_grid puzzle;
  puzzled_answer answer;
  char text[PUZZLED_TEXT_SIZE];
  uint64_t count;
  int columns[8];
  size_t found;
  int row;

  if (puzzled_parse(line, &puzzle) != PUZZLED_OK) return complain();
  if (puzzled_solve(&puzzle, &answer) != PUZZLED_OK) return complain();
  if (puzzled_to_string(&answer.solution, text) != PUZZLED_OK) return complain();
  printf("%s %s\n", answer.status == PUZZLED_UNIQUE ? "unique" : "not unique", text);

  puzzle.digits[0] = 7;
  if (puzzled_check_clues(&puzzle) == PUZZLED_CONFLICT) printf("%s\n", puzzled_last_error());
  puzzle.digits[0] = 0;
  puzzle.digits[1] = 0;
  if (puzzled_count_solutions(&puzzle, 1000, &count) != PUZZLED_OK) return complain();
  printf("%" PRIu64 " solutions without the first two clues\n", count);

  if (puzzled_count_queens(8, &count) != PUZZLED_OK) return complain();
  if (puzzled_list_queens(8, 1, columns, &found) != PUZZLED_OK) return complain();
  printf("%" PRIu64 " ways to place 8 queens, the first in the columns", count);
  for (row = 0; row < 8; ++row) printf(" %d", columns[row]);
  printf("\n");
  return 0;
}
