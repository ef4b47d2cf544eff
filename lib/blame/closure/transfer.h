/* Registry of the transfer rules: how blame passes from one statement to another. Read by the options of
 * report, diff and slice and by `tcblame list`. The rules are applied in closure/dependence_edges.c. One
 * line per rule is in transfers.def, in the order of tb_transfer_rule. */
#ifndef TC_BLAME_CLOSURE_TRANSFER_H
#define TC_BLAME_CLOSURE_TRANSFER_H

#include "base/text/registry.h"
#include "blame/facts/facts.h"

extern const tc_registry tb_transfer_registry; /* The indices are those of tb_transfer_rule. */

#endif
