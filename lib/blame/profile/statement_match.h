/* Matches a source position with the definitions of a function, by line and column or by line alone. Called
 * by profile.c, attribute.c and allocation_name.c for each frame with facts. Pure. */
#ifndef TC_BLAME_PROFILE_STATEMENT_MATCH_H
#define TC_BLAME_PROFILE_STATEMENT_MATCH_H

#include "blame/profile/profile.h"

/* Number of the frame's file in the facts: that of its function if the frame is in the same file; -1:
 * none. */
int tb_statement_match_file(const tb_facts *facts, const tb_frame *frame);

/* Adds to *out (may be NULL) the definitions whose expression has the position; file: number in the facts. If
 * none has the column, or if column is 0, it adds those of the line. Positions without a statement: the head
 * of a function (up to its first statement) stands for all its definitions, lines after the last statement
 * for its returns, and lines in between (pragmas, macros) for the next statement. *level: precision of the
 * match. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_statement_match_find(const tb_facts *facts, const tb_function *function, int file, int line,
                                  int column, tc_bit_set *out, tb_match_level *level);

#endif
