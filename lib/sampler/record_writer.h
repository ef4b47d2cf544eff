/* Writes records of the output file (file_format.h). The caller reserves a record with ts_record_begin, fills
 * it in and completes it with ts_record_end. Signal handlers write to the block of their thread. All other
 * code acquires the record lock, which provides a block shared by all threads, and releases the lock after
 * the last record. */
#ifndef TC_SAMPLER_RECORD_WRITER_H
#define TC_SAMPLER_RECORD_WRITER_H

#include "sampler/file_format.h"

/* Block of the output file to which one thread writes. Zero-initialise it before use. The first record then
 * opens a new block of the file. */
typedef struct ts_block_writer {
  unsigned char *block;
  uint32_t used;
} ts_block_writer;

/* Reserves space in the block for a record of at most `bytes` bytes and fills in its kind, thread and time.
 * If there is no space, adds `weight` to the count `lost` of the file header and returns NULL. */
void *ts_record_begin(ts_block_writer *block, ts_file_kind kind, uint32_t bytes, uint32_t weight);

/* Completes a record. `bytes` is its actual size: a multiple of 8, at most the reserved size. */
void ts_record_end(ts_block_writer *block, ts_file_record *record, uint32_t bytes);

/* Acquires the lock and returns the block for records written outside signal handlers. Returns NULL if the
 * calling thread already holds the lock. This happens in a signal handler that interrupts the thread while it
 * writes. The record then counts as lost. */
ts_block_writer *ts_record_lock(void);
void ts_record_unlock(void);

/* Writes a note (a warning for the user of tcblame) to the output file, formatted like printf. Signal
 * handlers and holders of the record lock must not call it. */
void ts_record_write_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
