/* Writes records of the output file (file_format.h). Each record is begun, filled in by the caller and ended.
 * Signal handlers write to the block of their thread. All other code acquires the record lock, which provides
 * a block shared by all threads, and releases it after the last record. */
#ifndef TC_SAMPLER_RECORD_WRITER_H
#define TC_SAMPLER_RECORD_WRITER_H

#include "sampler/block_writer.h"
#include "sampler/file_format.h"

/* Reserves space for a record of at most `bytes` bytes and fills in its kind, thread and time. NULL if there
 * is no space; `weight` is then added to the lost samples. */
void *ts_record_begin(ts_block_writer *block, ts_file_kind kind, uint32_t bytes, uint32_t weight);

/* Completes a record. bytes: a multiple of 8, at most the reserved size. */
void ts_record_end(ts_block_writer *block, ts_file_record *record, uint32_t bytes);

/* Acquires the lock and returns the block for records that no handler writes. NULL if the thread already
 * holds it, as can happen in its signal handlers; that counts as a lost record. */
ts_block_writer *ts_record_lock(void);
void ts_record_unlock(void);

/* Writes a note, formatted like printf. Not for handlers, and not while the lock is held. */
void ts_record_write_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
