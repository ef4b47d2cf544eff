/* Readers of the two kinds of files that contain a run record. Internal to io/rerun.
 * Not collective: only the root calls them, in tc_run_record_read. Each fills in the facts that its file
 * contains. */
#ifndef TC_IO_RERUN_RUN_RECORD_INTERNAL_H
#define TC_IO_RERUN_RUN_RECORD_INTERNAL_H

#include "io/rerun/run_record.h"

/* Read the facts of a report or a snapshot file. Errors: TC_INPUT. */
tc_status tc_run_record_read_report(const char *path, tc_run_record *out);
tc_status tc_run_record_read_snapshot(const char *path, tc_run_record *out);

/* Stores a copy of `text` as the fact `fact`. If `text` is NULL, the fact remains unknown. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_run_record_set(tc_run_record *record, tc_run_record_key fact, const char *text);

#endif
