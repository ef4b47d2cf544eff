/* Source of the decompressed bytes of a file in gzip format (RFC 1952), which may consist of several members
 * (compressed streams) in sequence. Internal to matrix_open.c. Not collective. */
#ifndef TC_MATRIX_TEXT_GZIP_SOURCE_H
#define TC_MATRIX_TEXT_GZIP_SOURCE_H

#include "base/file/block_reader.h"

/* Opens the file. The caller closes the source (tc_byte_source.close). Reading returns an error if the file
 * ends early, is damaged, or has other data after the last member; each member has a checksum. Errors:
 * TC_INPUT if the file cannot be opened, or if the program was built without zlib; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_gzip_source_open(const char *path, tc_byte_source *out);

#endif
