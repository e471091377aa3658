/* Sudoku and N queens for C: the calls of <puzzled/sudoku.hpp> and <puzzled/queens.hpp>, flat.
 *
 *   puzzled_grid puzzle;
 *   puzzled_answer answer;
 *   if (puzzled_parse(line, &puzzle) != PUZZLED_OK) complain(puzzled_last_error());
 *   else if (puzzled_solve(&puzzle, &answer) == PUZZLED_OK) use(&answer);
 *
 * Every call that can fail returns a code and then leaves its results as they were; no exception
 * comes out. Any number of threads may call all of this at a time. Nothing has to be freed: results
 * are written where the caller says. No pointer may be null unless that is said. Results depend on
 * the arguments alone, whatever the processor. */
#ifndef PUZZLED_PUZZLED_H
#define PUZZLED_PUZZLED_H

#include <stddef.h>
#include <stdint.h>

#include "puzzled/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum puzzled_code {
  PUZZLED_OK = 0,
  PUZZLED_INVALID_TEXT = 1,     /* what was to be parsed is no puzzle */
  PUZZLED_INVALID_ARGUMENT = 2, /* out of range, or null */
  PUZZLED_CONFLICT = 3,         /* clues contradict each other */
  PUZZLED_NO_MEMORY = 4,
  PUZZLED_INTERNAL_ERROR = 5 /* a defect of the library, or of the machine */
} puzzled_code;

/* Why this thread's last call that failed did so, such as "'a' is not a cell character (column 3)".
 * It is valid until the thread's next call that fails. */
PUZZLED_API const char* puzzled_last_error(void);

/* "0.3.0", or "0.3.0-dev" before that is released */
PUZZLED_API const char* puzzled_version(void);

/* ---- Sudoku ---- */

#define PUZZLED_CELLS 81
#define PUZZLED_TEXT_SIZE 82 /* 81 characters and a null */

/* Row by row; 0 is a blank. Calls refuse digits above 9. */
typedef struct puzzled_grid {
  uint8_t digits[PUZZLED_CELLS];
} puzzled_grid;

typedef enum puzzled_status {
  PUZZLED_UNSOLVABLE = 0,
  PUZZLED_UNIQUE = 1,  /* exactly one solution */
  PUZZLED_MULTIPLE = 2 /* at least two */
} puzzled_status;

typedef struct puzzled_answer {
  puzzled_status status;
  puzzled_grid solution; /* the first that was found; blank if unsolvable */
} puzzled_answer;

/* Reads the one puzzle of a text, in any form that `puzzled solve` reads: 81 characters, nine
 * lines, a list, a table of one record. Digits are clues; . 0 _ * X x ? - are blanks. No puzzle, or
 * several, is PUZZLED_INVALID_TEXT. */
PUZZLED_API puzzled_code puzzled_parse(const char* text, puzzled_grid* grid);

/* Writes 81 characters, '.' for blanks, and a null. */
PUZZLED_API puzzled_code puzzled_to_string(const puzzled_grid* grid, char text[PUZZLED_TEXT_SIZE]);

/* PUZZLED_CONFLICT if two clues contradict each other; puzzled_last_error() names them. */
PUZZLED_API puzzled_code puzzled_check_clues(const puzzled_grid* puzzle);

PUZZLED_API puzzled_code puzzled_solve(const puzzled_grid* puzzle, puzzled_answer* answer);

/* Solves `count` puzzles, hundreds at a time: far faster than one by one. */
PUZZLED_API puzzled_code puzzled_solve_all(const puzzled_grid* puzzles, size_t count,
                                           puzzled_answer* answers);

/* The number of solutions, or `limit` if there are more; `limit` 0 counts them all. */
PUZZLED_API puzzled_code puzzled_count_solutions(const puzzled_grid* puzzle, uint64_t limit,
                                                 uint64_t* count);

/* The canonical form: the same for two puzzles if and only if they are equivalent. PUZZLED_CONFLICT
 * if clues contradict each other. */
PUZZLED_API puzzled_code puzzled_canonical(const puzzled_grid* puzzle, puzzled_grid* form);

/* A random equivalent puzzle, the same for the same seed and copy. `shuffled` may be `grid`. */
PUZZLED_API puzzled_code puzzled_shuffle(const puzzled_grid* grid, uint64_t seed, uint64_t copy,
                                         puzzled_grid* shuffled);

/* 1 if the puzzle has exactly one solution, and more than one without any one of its clues; else 0.
 */
PUZZLED_API puzzled_code puzzled_is_minimal(const puzzled_grid* puzzle, int* is_minimal);

/* How hard a puzzle is: see puzzled::Rating in <puzzled/sudoku.hpp>. Level 0: it has not exactly
 * one solution. */
typedef struct puzzled_rating {
  int level;
  int depth;
  int phases;
} puzzled_rating;

PUZZLED_API puzzled_code puzzled_rate(const puzzled_grid* puzzle, puzzled_rating* rating);

/* Puzzle number `index` of the sequence of `seed`, with exactly one solution. `clues`: from 19 to
 * 81, or 0 for 24 to 36; `minimal`: unless 0, no clue is redundant, and there are 28 at most. */
PUZZLED_API puzzled_code puzzled_generate(uint64_t seed, uint64_t index, int clues, int minimal,
                                          puzzled_grid* puzzle);

/* ---- N queens ---- */

#define PUZZLED_MAX_COUNTED_QUEENS 28
#define PUZZLED_MAX_LISTED_QUEENS 32

/* The number of solutions, for 1 to PUZZLED_MAX_COUNTED_QUEENS queens. */
PUZZLED_API puzzled_code puzzled_count_queens(int queens, uint64_t* count);

/* The number of those that are distinct up to rotation and reflection. */
PUZZLED_API puzzled_code puzzled_count_fundamental_queens(int queens, uint64_t* count);

/* The first solutions, `limit` at most, in lexicographic order, for 1 to PUZZLED_MAX_LISTED_QUEENS
 * queens: the columns of each, from 0, by row. `columns` has room for limit * queens numbers;
 * `found` receives the number of solutions. */
PUZZLED_API puzzled_code puzzled_list_queens(int queens, size_t limit, int* columns, size_t* found);

/* 1 if so many queens have a solution, else 0: for 1 to PUZZLED_MAX_CONSTRUCTED_QUEENS queens. */
#define PUZZLED_MAX_CONSTRUCTED_QUEENS 100000
PUZZLED_API puzzled_code puzzled_has_queens(int queens, int* has_solution);

/* A solution that is constructed, not the first one. `columns` has room for `queens` numbers;
 * `found` receives 1, or 0 for 2 and 3 queens, which have none. */
PUZZLED_API puzzled_code puzzled_construct_queens(int queens, int* columns, size_t* found);

/* `limit` solutions at random, as puzzled_list_queens() gives them; the same for the same seed. */
PUZZLED_API puzzled_code puzzled_random_queens(int queens, uint64_t seed, size_t limit,
                                               int* columns, size_t* found);

/* Boards with holes (#), free squares (.) and queens that stand there (Q), or with letters for the
 * regions of region queens: see <puzzled/queens.hpp>. A text that is no board is
 * PUZZLED_INVALID_TEXT. Unless `is_torus` is 0, diagonals go on behind the edges. */
#define PUZZLED_MAX_BOARD_ROWS 35

/* The number of solutions, or `limit` if there are more; `limit` 0 counts them all, on boards
 * without regions of up to PUZZLED_MAX_COUNTED_QUEENS rows. */
PUZZLED_API puzzled_code puzzled_count_queens_on(const char* board, int is_torus, uint64_t limit,
                                                 uint64_t* count);

PUZZLED_API puzzled_code puzzled_has_queens_on(const char* board, int is_torus, int* has_solution);

/* The first solutions, as puzzled_list_queens() gives them. */
PUZZLED_API puzzled_code puzzled_list_queens_on(const char* board, int is_torus, size_t limit,
                                                int* columns, size_t* found);

/* `count` boards of region queens with one solution each, of 4 to 16 rows; the same for the same
 * seed. `boards` has room for count * (rows * rows + 1) characters: each board is followed by a
 * null. */
#define PUZZLED_MIN_GENERATED_ROWS 4
#define PUZZLED_MAX_GENERATED_ROWS 16
PUZZLED_API puzzled_code puzzled_generate_regions(int rows, uint64_t seed, size_t count,
                                                  char* boards);

#ifdef __cplusplus
}
#endif

#endif
