/* Allocates space for records in blocks of the output file, which are mapped into memory. Each thread writes
 * to its own block in its signal handler. Records that are not written by a signal handler share one more
 * block (record_writer.h). Signal handlers may call this module. A full block is unmapped and replaced by the
 * next block of the file. */
#ifndef TC_SAMPLER_BLOCK_WRITER_H
#define TC_SAMPLER_BLOCK_WRITER_H

#include <stdint.h>

/* Part of the output file to which one thread writes. Zero-initialise it before use. The first call of
 * ts_block_writer_reserve then opens a new block of the file. */
typedef struct ts_block_writer {
  unsigned char *at;
  uint32_t used;
} ts_block_writer;

/* Returns the address of `bytes` free bytes (at most TS_SAMPLER_BLOCK) in the block, or in the next block of
 * the file if the block is full. Returns NULL if no further block can be opened. */
void *ts_block_writer_reserve(ts_block_writer *block, uint32_t bytes);

#endif
