/* From definitions to blame: summaries of functions bottom-up over the call graph until nothing changes,
 * targets of indirect calls, and the blame sets. BlameSet(v) = union over the statements w that write v, its
 * aliases or fields, of BackwardsSlice(w) (Zhang and Hollingsworth, section 3.1). */
#ifndef TC_BLAME_CLOSURE_CLOSURE_H
#define TC_BLAME_CLOSURE_CLOSURE_H

#include "blame/facts/facts.h"

/* Of the wanted functions (numbers; NULL: all) effects and blame sets are made, of what they may call besides
 * only what callers have to know. files: numbers of those that the program was made of, functions of others
 * are not what it calls (NULL: all). full: the definition. certain: explicit transfer only along statements
 * that run whenever their function runs (loops are taken to run), and a condition transfers its own line, not
 * the slices of its operands: the one reading that gives Table I of the paper. Errors: TC_INTERNAL out of
 * memory. May be called again with the other transfer. */
tc_status tb_facts_compute_closure(tb_facts *facts, tb_transfer_rule transfer, const tc_bit_set *wanted,
                                   const tc_bit_set *files);

#endif
