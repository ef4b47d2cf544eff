/* Reader of the sample file of one process (format: sampler/file_format.h). samples.c calls
 * tb_sample_file_read for each file of a directory. The fuzz test calls tb_sample_file_index with random
 * blocks of memory. */
#ifndef TC_BLAME_SAMPLES_SAMPLE_FILE_H
#define TC_BLAME_SAMPLES_SAMPLE_FILE_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "base/core/status.h"
#include "blame/samples/samples.h"

/* Maps and checks a file. The pool owns the mapped file and the index of its records. out->header is NULL for
 * an empty file. Errors: TC_INPUT if the file cannot be read or its header is invalid; TC_INTERNAL if memory
 * is exhausted. */
tc_status tb_sample_file_read(const char *path, tc_pool *pool, tb_sample_file *out);

/* Indexes the `bytes` bytes at `map`, which begin with an aligned header and must live as long as the pool.
 * `path` is used in error messages only. Errors: TC_INPUT if the header is invalid; TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_sample_file_index(const char *path, const void *map, size_t bytes, tc_pool *pool,
                               tb_sample_file *out);

/* True if the record has a known kind and valid sizes, counts and texts. `capacity` is the number of bytes
 * from its start to the end of the memory that may be read. */
bool tb_record_is_valid(const ts_file_record *record, size_t capacity);

#endif
