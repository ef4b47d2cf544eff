/* Whole numbers of loop nests as formulas, computed as C does: + - * / (towards zero) % and parentheses, with
 * names of constants, and affine in the variables of the loops: i, 2*i-1, N-1-j, but not i*j. Pure. */
#ifndef TC_LOOPS_AFFINE_H
#define TC_LOOPS_AFFINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/text/line.h"
#include "base/text/suggestion.h"

enum { TC_LOOP_LEVELS = 4 };

/* constant + sum of factor[l] times variable l. */
typedef struct tc_affine {
  int64_t constant, factor[TC_LOOP_LEVELS];
} tc_affine;

typedef struct tc_constant {
  const char *name;
  int64_t value;
} tc_constant;

/* What formulas may name. */
typedef struct tc_formula_names {
  int constants, variables;
  const tc_constant *constant;
  const char *const *variable; /* of the loops, outermost first */
} tc_formula_names;

/* A text that is read piece by piece. */
typedef struct tc_formula_text {
  const char *where; /* begins messages */
  const char *text, *cursor;
  const tc_formula_names *names;
  int depth;
} tc_formula_text;

/* Reads a formula as far as it goes; blanks behind it too. No number on the way is beyond 2^52. Errors:
 * TC_USAGE, naming the position and what was found. */
tc_status tc_affine_read(tc_formula_text *from, tc_affine *out);

/* All of a text. */
tc_status tc_affine_parse(const char *where, const char *text, const tc_formula_names *names, tc_affine *out);

/* Copies a name at the front, of at most size - 1 characters; false: there is none. Blanks behind it are
 * skipped, also by tc_formula_accept, which takes one character if it is next. */
bool tc_formula_name(tc_formula_text *from, char *name, int size);
bool tc_formula_accept(tc_formula_text *from, char which);

/* The error that this was expected where the text is. */
tc_status tc_formula_expected_error(const tc_formula_text *from, const char *what);

/* Names that could have been meant; nearest begins as tc_suggestion_init(what was written). */
typedef struct tc_known_names {
  tc_suggestion nearest;
  tc_line list;
} tc_known_names;

void tc_known_names_add(tc_known_names *known, const char *name);

/* The error that no `what` is called so, with the nearest name or all of them. */
tc_status tc_known_names_error(const tc_formula_text *from, const char *what, const tc_known_names *known);

bool tc_affine_is_constant(const tc_affine *affine);

#endif
