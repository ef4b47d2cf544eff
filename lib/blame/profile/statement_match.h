/* Where a program was, among the definitions of the function: by line and column, or by line alone. Pure. */
#ifndef TC_BLAME_PROFILE_STATEMENT_MATCH_H
#define TC_BLAME_PROFILE_STATEMENT_MATCH_H

#include "blame/profile/profile.h"

/* The number of a frame's file in the facts: its function's, when the frame is in it; -1: none. */
int tb_statement_match_file(const tb_facts *facts, const tb_frame *frame);

/* The definitions of a function whose expression has the spot (file: number in the facts); where none has the
 * column, or it is 0, those that have the line. Code that stands for no statement: the head of a function
 * (its line and those up to the first statement) decides on all that is in it; what stands behind the last
 * statement returns; a line in between (a pragma, a macro) is that of the next statement. Adds them to *out
 * (NULL: nobody wants them). Errors: TC_INTERNAL out of memory. */
tc_status tb_statement_match_find(const tb_facts *facts, const tb_function *function, int file, int line,
                                  int column, tc_bit_set *out, tb_match_level *level);

#endif
