/* Checksum header: the first block of a file, which states the kind and the size of the file and a checksum
 * of the rest. Checkpoints have it as their HDF5 user block, because HDF5 crashes on some damaged files and
 * must not read them. The writer calls tc_checksum_header_write after the data, and the reader calls
 * tc_checksum_header_check before it opens the file with HDF5. The checksum detects damage, not
 * manipulation. Not collective. */
#ifndef TC_BASE_FILE_CHECKSUM_HEADER_H
#define TC_BASE_FILE_CHECKSUM_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

enum { TC_CHECKSUM_HEADER_BYTES = 512 }; /* size of the header, the minimum of HDF5's user block */

/* The checksum is the sum modulo 2^64 of tc_hash_element (base/numeric/hash.h) over the 8-byte words of the
 * file. The hash of a word depends on its position in the file, so parts can be added in any order. The last
 * word is padded with zeros. */

/* Adds to *sum the checksum of bytes `from` .. `to` - 1 of the open file. `from` must be a multiple of 8.
 * `to` must be a multiple of 8 or the end of the file. Errors: `code` with the path if the file cannot be
 * read; TC_INTERNAL if memory is exhausted. */
tc_status tc_checksum_add_file(int file, const char *path, tc_code code, int64_t from, int64_t to,
                               uint64_t *sum);

/* Writes the header. `sum` is the checksum of all bytes after it. `kind` is one line, such as "tetracast
 * checkpoint 3". Errors: TC_OUTPUT with the path if the file cannot be written. */
tc_status tc_checksum_header_write(int file, const char *path, const char *kind, uint64_t sum);

/* Checks kind, size and checksum of a file. Errors: TC_INPUT if the file is of another kind or format, is
 * damaged or cannot be read. */
tc_status tc_checksum_header_check(const char *path, const char *kind);

#endif
