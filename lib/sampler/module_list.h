/* Records which programs and libraries are mapped where.
 * attach.c records all of them at the start and at the end; handlers record those that appear in a stack.
 * Libraries loaded with dlopen are found in this way, because intercepting dlopen would change which paths it
 * searches. */
#ifndef TC_SAMPLER_MODULE_LIST_H
#define TC_SAMPLER_MODULE_LIST_H

#include <stdint.h>

#include "sampler/block_writer.h"

/* Writes all mapped modules that are not recorded yet. Not for handlers: it acquires locks of the dynamic
 * linker. */
void ts_modules_add_new(ts_block_writer *block);

/* Writes the modules that contain these addresses, unless they are recorded already. Handlers may call it. */
void ts_modules_add_for_addresses(const uint64_t *address, uint32_t count, ts_block_writer *block);

#endif
