/* Readers of the two kinds of files that contain a run record: reports and snapshot files. Internal to
 * io/rerun. Not collective: tc_run_record_read calls the readers on the root only. */
#ifndef TC_IO_RERUN_RUN_RECORD_INTERNAL_H
#define TC_IO_RERUN_RUN_RECORD_INTERNAL_H

#include "io/rerun/run_record.h"

/* Read the run record from a report or from a snapshot file. Members that the file does not contain remain
 * NULL. Errors: TC_INPUT if the file cannot be read or is of another kind. */
tc_status tc_run_record_read_report(const char *path, tc_run_record *out);
tc_status tc_run_record_read_snapshot(const char *path, tc_run_record *out);

/* Stores a copy of `text` as the member with the index `key`. Does nothing if `text` is NULL. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_run_record_set(tc_run_record *record, tc_run_record_key key, const char *text);

#endif
