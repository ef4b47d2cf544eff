/* Records the address ranges at which the program and its libraries are mapped. attach.c records all modules
 * at the start and at the end. The signal handler records the modules that contain the addresses of a sampled
 * stack, if these modules are not recorded yet. The handler thus also finds libraries loaded with dlopen.
 * dlopen itself is not intercepted, because that would change its search path. */
#ifndef TC_SAMPLER_MODULE_LIST_H
#define TC_SAMPLER_MODULE_LIST_H

#include <stdint.h>

#include "sampler/record_writer.h"

/* Writes to `block` a record of each mapped module that has no record yet. Signal handlers must not call it,
 * because it acquires locks of the dynamic linker. */
void ts_modules_add_new(ts_block_writer *block);

/* Writes to `block` a record of each module that contains one of the `count` addresses and has no record yet.
 * Signal handlers may call it. */
void ts_modules_add_for_addresses(const uint64_t *address, uint32_t count, ts_block_writer *block);

#endif
