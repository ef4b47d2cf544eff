/* Which programs and libraries are mapped where. What comes later, by dlopen, is found when a stack leads
 * there, since being in front of dlopen would change whose paths it searches. */
#ifndef TC_SAMPLER_MODULE_LIST_H
#define TC_SAMPLER_MODULE_LIST_H

#include <stdint.h>

#include "sampler/block_writer.h"

/* Writes what is mapped and not known yet. Takes locks of the dynamic linker: not for handlers. */
void ts_modules_add_new(ts_block_writer *block);

/* The same of what these addresses lead to; for handlers, too. */
void ts_modules_add_for_addresses(const uint64_t *address, uint32_t count, ts_block_writer *block);

#endif
