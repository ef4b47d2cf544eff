/* Matches a source position with the definitions of a function, by line and column or by line alone. Called
 * by profile.c, attribute.c and allocation_name.c for each frame with facts. Pure. */
#ifndef TC_BLAME_PROFILE_STATEMENT_MATCH_H
#define TC_BLAME_PROFILE_STATEMENT_MATCH_H

#include "blame/profile/profile_data.h"

/* Returns the number of the frame's file in the facts; -1 if there is none. It is the number of its
 * function's file if the frame is in the same file. */
int tb_statement_match_file(const tb_facts *facts, const tb_frame *frame);

/* Adds to *out (may be NULL) the definitions whose expression has the position; `file` is a number in the
 * facts. If no definition has the column, or if the column is 0, adds those of the line. Some positions
 * belong to no statement. The head of a function (up to its first statement) stands for all its definitions,
 * lines after the last statement for its returns, and lines in between (pragmas, macros) for the next
 * statement. *level receives the precision of the match. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_statement_match_find(const tb_facts *facts, const tb_function *function, int file, int line,
                                  int column, tc_bit_set *out, tb_match_level *level);

/* Matches the position of a frame with facts in the same way; `column` is its column, or 0 to match the line
 * alone. `out` and `level` may be NULL. */
tc_status tb_statement_match_frame(const tb_facts *facts, const tb_frame *frame, int column, tc_bit_set *out,
                                   tb_match_level *level);

#endif
