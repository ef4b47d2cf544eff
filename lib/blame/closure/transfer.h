/* The names of the rules in tc_transfer. */
#ifndef TC_BLAME_CLOSURE_TRANSFER_H
#define TC_BLAME_CLOSURE_TRANSFER_H

#include "base/text/registry.h"
#include "blame/facts/facts.h"

extern const tc_registry tc_transfer_registry; /* indices are tc_transfer */

#endif
