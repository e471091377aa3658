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
  puzzled_grid form;
  puzzled_grid puzzles[3];
  puzzled_answer answer;
  puzzled_answer answers[3];
  char text[PUZZLED_TEXT_SIZE];
  uint64_t count;
  int columns[8];
  size_t found;
  int row;
  int i;
  int is_minimal;

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

  /* Three puzzles, solved at once. */
  for (i = 0; i < 3; ++i) {
    if (puzzled_generate(7, (uint64_t)i, 0, 1, &puzzles[i]) != PUZZLED_OK) return complain();
  }
  if (puzzled_solve_all(puzzles, 3, answers) != PUZZLED_OK) return complain();
  for (i = 0; i < 3; ++i)
    printf("%s\n", answers[i].status == PUZZLED_UNIQUE ? "unique" : "not unique");

  if (puzzled_is_minimal(&puzzles[0], &is_minimal) != PUZZLED_OK) return complain();
  if (puzzled_shuffle(&puzzles[0], 1, 0, &puzzle) != PUZZLED_OK) return complain();
  if (puzzled_canonical(&puzzle, &form) != PUZZLED_OK) return complain();
  if (puzzled_to_string(&form, text) != PUZZLED_OK) return complain();
  printf("%s %s\n", is_minimal ? "minimal" : "not minimal", text);

  if (puzzled_generate(7, 0, 100, 0, &puzzle) != PUZZLED_OK) printf("%s\n", puzzled_last_error());

  if (puzzled_count_queens(8, &count) != PUZZLED_OK) return complain();
  if (puzzled_list_queens(8, 1, columns, &found) != PUZZLED_OK) return complain();
  printf("%" PRIu64 " ways to place 8 queens, the first in the columns", count);
  for (row = 0; row < 8; ++row) printf(" %d", columns[row]);
  printf("\n");
  if (puzzled_count_fundamental_queens(8, &count) != PUZZLED_OK) return complain();
  printf("%" PRIu64 " of them differ by more than rotation and reflection\n", count);
  return 0;
}
