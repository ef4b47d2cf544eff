/* The names of the rules in tb_transfer_rule. */
#ifndef TC_BLAME_CLOSURE_TRANSFER_H
#define TC_BLAME_CLOSURE_TRANSFER_H

#include "base/text/registry.h"
#include "blame/facts/facts.h"

extern const tc_registry tb_transfer_registry; /* indices are tb_transfer_rule */

#endif
