/* Matches a source position with the statements (definitions in the facts) of a function, by line and column
 * or by line alone. Called by profile.c, attribute.c and allocation_name.c for each frame whose function was
 * analysed. The module has no state. */
#ifndef TC_BLAME_PROFILE_STATEMENT_MATCH_H
#define TC_BLAME_PROFILE_STATEMENT_MATCH_H

#include "blame/profile/profile_data.h"

/* Adds to *out (may be NULL) the definitions (statements) of the function at a source position. `file` is an
 * index in facts->file. Adds the definitions of the whole line if no definition has the column or if the
 * column is 0. A line may contain no definition. If such a line precedes the first statement, adds all
 * definitions of the function. If it follows the last statement, adds the returns. If it is in between
 * (pragma, macro), adds the next statement. *level receives the precision of the match. Errors: TC_INTERNAL
 * if memory is exhausted. */
tc_status tb_statement_match_find(const tb_facts *facts, const tb_function *function, int file, int line,
                                  int column, tc_bit_set *out, tb_match_level *level);

/* Calls tb_statement_match_find for the position of a frame whose function was analysed. `column` is the
 * column of the frame, or 0 to match the line alone. `out` and `level` may be NULL. */
tc_status tb_statement_match_frame(const tb_facts *facts, const tb_frame *frame, int column, tc_bit_set *out,
                                   tb_match_level *level);

/* Reduces a set of definitions to the calls of the function `callee` and returns 2. If there are none,
 * reduces the set to all calls and returns 1. If the line has no calls either, does not change the set and
 * returns 0. */
int tb_statement_match_select_calls(const tb_function *function, const char *callee, tc_bit_set *set);

#endif
