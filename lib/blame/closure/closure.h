/* Closure: computes from the facts the summary of each function and the blame sets of its access paths.
 * Summaries are computed bottom-up over the call graph until none changes. Targets of indirect calls are
 * resolved first. Called by profile/profile.c for reports and by the command slice, after the facts are read.
 * Source: Zhang and Hollingsworth, section 3.1: BlameSet(v) is the union of BackwardsSlice(w) over the
 * statements w that write v, its aliases or its fields. */
#ifndef TC_BLAME_CLOSURE_CLOSURE_H
#define TC_BLAME_CLOSURE_CLOSURE_H

#include "blame/facts/facts.h"

/* Computes effects and blame sets of the functions whose numbers are in `wanted`; NULL stands for all. For
 * the functions that these may call, only summaries are computed. `files` contains the files from which the
 * program was built; functions of other files are not called. NULL stands for all files. `transfer` is the
 * rule by which blame passes between statements. `full` is the definition of the paper. With `certain`, a
 * statement transfers blame only if it runs whenever its function runs (loops are assumed to run), and a
 * condition transfers its own line but not the slices of its operands. This rule is the only one found that
 * reproduces Table I of the paper. The function may be called again with the other rule. Errors: TC_INTERNAL
 * if memory is exhausted. */
tc_status tb_facts_compute_closure(tb_facts *facts, tb_transfer_rule transfer, const tc_bit_set *wanted,
                                   const tc_bit_set *files);

#endif
