/* Records of the file (file_format.h). */
#ifndef TC_SAMPLER_RECORD_WRITER_H
#define TC_SAMPLER_RECORD_WRITER_H

#include "sampler/block_writer.h"
#include "sampler/file_format.h"

/* Room for a record of at most so many bytes, with its kind, thread and time. NULL: there is none, which is
 * counted: `weight` are lost. */
void *ts_record_begin(ts_block_writer *block, ts_file_kind kind, uint32_t bytes, uint32_t weight);

/* It is complete; bytes: a multiple of 8, no more than there is room for. */
void ts_record_end(ts_block_writer *block, ts_file_record *record, uint32_t bytes);

/* The block of what no handler writes, held by the caller until it lets it go. NULL: the thread holds it
 * already, as its signal handlers may find; that is counted as lost. */
ts_block_writer *ts_record_lock(void);
void ts_record_unlock(void);

/* A note, as printf makes it. Not for handlers, nor while the block is held. */
void ts_record_write_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
