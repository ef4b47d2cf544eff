/* Sealed files: in front a block of text that says what the file is, how many bytes it has and their hash. So
 * that no other library takes a damaged file for a good one: HDF5 leaves room for such a block (its user
 * block), and crashes on some files that are damaged. It tells damage, not malice. Not collective. */
#ifndef TC_BASE_FILE_CHECKSUM_HEADER_H
#define TC_BASE_FILE_CHECKSUM_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

enum { TC_CHECKSUM_HEADER_BYTES = 512 }; /* of the block; the least that HDF5 can leave */

/* The hash is a sum over words of 8 bytes of base/numeric/hash.h's tc_hash_element, with the word's number in
 * the file, so whoever knows a piece may add it. The last word is filled up with zeros. */

/* Adds to *sum the words in bytes from .. to of an open file, both multiples of 8, or `to` its end. Errors,
 * of the given code. */
tc_status tc_checksum_add_file(int file, const char *path, tc_code code, int64_t from, int64_t to,
                               uint64_t *sum);

/* Writes the block; sum: of all behind it. kind: one line, such as "tetracast checkpoint 3". Errors,
 * TC_OUTPUT. */
tc_status tc_checksum_header_write(int file, const char *path, const char *kind, uint64_t sum);

/* Whether the file is as it was sealed. Errors, TC_INPUT: it is of another kind; it is damaged. */
tc_status tc_checksum_header_check(const char *path, const char *kind);

#endif
