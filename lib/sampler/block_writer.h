/* Blocks of the file, where records are written one after the other. Signal handlers may use them, each its
 * own. */
#ifndef TC_SAMPLER_BLOCK_WRITER_H
#define TC_SAMPLER_BLOCK_WRITER_H

#include <stdint.h>

#include "sampler/file_format.h"

/* Begins as {0}: the first record opens one. */
typedef struct ts_block_writer {
  unsigned char *at;
  uint32_t used;
} ts_block_writer;

/* Room for so many bytes, at most TS_SAMPLER_BLOCK; NULL: the block is full and there is no other. */
void *ts_block_writer_reserve(ts_block_writer *block, uint32_t bytes);

#endif
