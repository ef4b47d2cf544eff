/* One muParser with one formula: one thread's. Behind fv/expression.h; not collective. */
#ifndef TC_FV_PARSER_H
#define TC_FV_PARSER_H

#include <stdbool.h>

#include "base/status.h"

typedef struct tc_formula {
  char *where, *text; /* text: as the user wrote it */
  int names;
  char **name; /* of the variables */
} tc_formula;

typedef struct tc_parser tc_parser;

/* The formula is borrowed. Errors: as tc_expression_create. */
tc_status tc_parser_create(const tc_formula *formula, tc_parser **out);
void tc_parser_destroy(tc_parser **parser);

/* Whether the formula mentions the variable name[name]. */
bool tc_parser_uses(const tc_parser *parser, int name);

/* Where the variables are read from, and the value of the formula there. */
double *tc_parser_variables(tc_parser *parser);
double tc_parser_value(tc_parser *parser);

/* The first error of tc_parser_value since it was asked last. */
tc_status tc_parser_status(tc_parser *parser);

#endif
