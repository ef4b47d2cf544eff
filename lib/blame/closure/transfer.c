#include "blame/closure/transfer.h"

static const tc_word words[] = {
#define TC_TRANSFER(name, summary) {#name, summary},
#include "blame/closure/transfers.def"
#undef TC_TRANSFER
};

_Static_assert(sizeof words / sizeof *words == TC_TRANSFERS, "transfers.def and tc_transfer name the same");

TC_REGISTRY_WORDS(tc_transfer_registry, words);
