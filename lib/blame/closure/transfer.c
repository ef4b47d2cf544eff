#include "blame/closure/transfer.h"

static const tc_named_item transfer_rules[] = {
#define TB_TRANSFER(name, summary) {#name, summary},
#include "blame/closure/transfers.def"
#undef TB_TRANSFER
};

_Static_assert(sizeof transfer_rules / sizeof *transfer_rules == TB_TRANSFERS,
               "transfers.def and tb_transfer_rule name the same");

TC_REGISTRY_NAMED_ITEMS(tb_transfer_registry, transfer_rules);
