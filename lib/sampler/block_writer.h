/* Blocks of the file, where records are written one after the other. Signal handlers may use them, each its
 * own. */
#ifndef TC_SAMPLER_BLOCK_WRITER_H
#define TC_SAMPLER_BLOCK_WRITER_H

#include <stdint.h>

#include "sampler/file_format.h"

/* Begins as {0}: the first record opens one. */
typedef struct tc_block {
  unsigned char *at;
  uint32_t used;
} tc_block;

/* Room for so many bytes, at most TC_SAMPLER_BLOCK; NULL: the block is full and there is no other. */
void *tc_block_reserve(tc_block *block, uint32_t bytes);

#endif
