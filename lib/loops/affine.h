/* Parser of affine integer formulas, the sizes, bounds and subscripts in a loop file. A formula consists of
 * numbers, names of constants and of loop variables, parentheses and the C operators + - * / (rounding
 * towards zero) and %. It must be affine in the loop variables: i, 2*i-1 and N-1-j are valid, but i*j is not.
 * Called by loops/loop_file.c and loops/loops.c. Pure. */
#ifndef TC_LOOPS_AFFINE_H
#define TC_LOOPS_AFFINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/text/line.h"
#include "base/text/suggestion.h"

enum { TC_LOOP_LEVELS = 4 };

/* Affine formula: constant + sum over l of factor[l] * (variable of loop l). Loop 0 is the outermost loop. */
typedef struct tc_affine {
  int64_t constant, factor[TC_LOOP_LEVELS];
} tc_affine;

typedef struct tc_constant {
  const char *name;
  int64_t value;
} tc_constant;

/* Names that a formula may contain: constants and loop variables. The arrays are borrowed. */
typedef struct tc_formula_names {
  int constants, variables;
  const tc_constant *constant;
  const char *const *variable; /* names of the loop variables, the outermost first */
} tc_formula_names;

/* State of the parser: the text and the current position in it (cursor). */
typedef struct tc_formula_text {
  const char *where; /* beginning of error messages, such as file and line */
  const char *text, *cursor;
  const tc_formula_names *names;
  int depth;
} tc_formula_text;

/* Parses a formula that begins at the cursor and skips the blanks after it. Constants and factors must not
 * exceed 2^52, also in intermediate results. Errors: TC_USAGE with the position and the character found. */
tc_status tc_affine_read(tc_formula_text *formula, tc_affine *out);

/* Parses a whole text as a formula. Errors: those of tc_affine_read; TC_USAGE if text follows the formula. */
tc_status tc_affine_parse(const char *where, const char *text, const tc_formula_names *names, tc_affine *out);

/* tc_formula_name copies the name at the cursor to `name`, at most size - 1 characters, and returns false if
 * there is none. tc_formula_accept moves the cursor past the character `character` and returns false if
 * another character is at the cursor. If successful, both skip the blanks that follow. */
bool tc_formula_name(tc_formula_text *formula, char *name, int size);
bool tc_formula_accept(tc_formula_text *formula, char character);

/* Returns the error TC_USAGE with a message that the parser expected `expected` at the cursor. */
tc_status tc_formula_expected_error(const tc_formula_text *formula, const char *expected);

/* Names that an error message about an unknown name suggests: the most similar known name and a list of all
 * known names. Initialise `nearest` with tc_suggestion_init(unknown name), then add each known name. */
typedef struct tc_known_names {
  tc_suggestion nearest;
  tc_line list;
} tc_known_names;

void tc_known_names_add(tc_known_names *known, const char *name);

/* Returns the error TC_USAGE for an unknown name. `kind` is the kind of the name, such as "array". The
 * message suggests the most similar known name or lists all known names. */
tc_status tc_known_names_error(const tc_formula_text *formula, const char *kind, const tc_known_names *known);

bool tc_affine_is_constant(const tc_affine *affine);

#endif
