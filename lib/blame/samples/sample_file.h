/* The file of one process (samples.h). */
#ifndef TC_BLAME_SAMPLES_SAMPLE_FILE_H
#define TC_BLAME_SAMPLES_SAMPLE_FILE_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "base/core/status.h"
#include "blame/samples/samples.h"

/* Maps and checks it; the pool owns what is found. *header stays NULL when the file is empty. Errors:
 * TC_INPUT: it cannot be read, or its header is none. */
tc_status tb_sample_file_read(const char *path, tc_pool *pool, tb_sample_file *out);

/* The records of `bytes` at `map`, which begins with a header and is aligned as one, and stays as long as the
 * pool. path: for messages. Errors: TC_INPUT: the header is none. */
tc_status tb_sample_file_index(const char *path, const void *map, size_t bytes, tc_pool *pool,
                               tb_sample_file *out);

/* Whether a record makes sense in the `room` bytes from where it begins on. */
bool tb_record_is_valid(const ts_file_record *record, size_t room);

#endif
