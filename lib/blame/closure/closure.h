/* Closure: computes the summary of each function and the blame set of each access path from the facts (the
 * result of the static analysis). The summary lists the memory that a call of the function may read and
 * write. An access path is a name of memory, such as p->x[], and its blame set contains the statements that
 * may have influenced its value. Summaries are computed with callees before callers. Those of recursive
 * functions are recomputed until none changes. profile/profile.c (for reports) and the command slice call it
 * after the facts are read. Source: Zhang and Hollingsworth, section 3.1: BlameSet(v) is the union of
 * BackwardsSlice(w) over the statements w that write v, its aliases or its fields. */
#ifndef TC_BLAME_CLOSURE_CLOSURE_H
#define TC_BLAME_CLOSURE_CLOSURE_H

#include "blame/facts/facts.h"

/* Computes the call effects and blame sets of the functions with indices in `requested`, and the summaries of
 * all functions that these may call. `files` contains the indices of the source files from which the program
 * was built. Functions in other files are not callees. NULL for `requested` or `files` means all. `transfer`
 * is the rule by which blame passes from one statement to another. `full` is the definition in the paper.
 * With `certain`, a statement transfers blame only if it runs in every call of its function. The body of a
 * loop is assumed to run. A condition then transfers blame to its own line only, and not to the statements
 * that compute its operands. `certain` is the only rule found so far that reproduces Table I of the paper.
 * The function may be called again with the other rule. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_facts_compute_closure(tb_facts *facts, tb_transfer_rule transfer, const tc_bit_set *requested,
                                   const tc_bit_set *files);

#endif
