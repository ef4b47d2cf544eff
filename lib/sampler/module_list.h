/* Records the address ranges at which the program and its libraries are mapped. attach.c records all modules
 * at the start and at the end. Signal handlers record the modules of a stack that are not recorded yet. This
 * also finds libraries loaded with dlopen. dlopen itself is not intercepted, because that would change its
 * search path. */
#ifndef TC_SAMPLER_MODULE_LIST_H
#define TC_SAMPLER_MODULE_LIST_H

#include <stdint.h>

#include "sampler/block_writer.h"

/* Writes all mapped modules that are not recorded yet. Signal handlers must not call it, because it acquires
 * locks of the dynamic linker. */
void ts_modules_add_new(ts_block_writer *block);

/* Writes the modules that contain these addresses, except those already recorded. Signal handlers may call
 * it. */
void ts_modules_add_for_addresses(const uint64_t *address, uint32_t count, ts_block_writer *block);

#endif
