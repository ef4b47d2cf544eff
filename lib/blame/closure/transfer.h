/* Registry of the transfer rules, which define how blame passes from one statement to another. The commands
 * report, diff and slice select a rule by name, and `tcblame list` prints the rules.
 * closure/dependence_graph.c applies them. transfers.def contains one line per rule, in the order of
 * tb_transfer_rule. */
#ifndef TC_BLAME_CLOSURE_TRANSFER_H
#define TC_BLAME_CLOSURE_TRANSFER_H

#include "base/text/registry.h"
#include "blame/facts/facts.h"

extern const tc_registry tb_transfer_registry; /* The index of an entry is its value in tb_transfer_rule. */

#endif
