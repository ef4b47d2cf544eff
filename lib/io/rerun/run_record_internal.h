/* The kinds of files that a run leaves. Internal to io; not collective, the root calls it. */
#ifndef TC_IO_RERUN_RUN_RECORD_INTERNAL_H
#define TC_IO_RERUN_RUN_RECORD_INTERNAL_H

#include "io/rerun/run_record.h"

/* Read the facts. Errors, TC_INPUT. */
tc_status tc_run_record_read_report(const char *path, tc_run_record *out);
tc_status tc_run_record_read_snapshot(const char *path, tc_run_record *out);

/* Notes one; NULL: not known. Errors: TC_INTERNAL out of memory. */
tc_status tc_run_record_set(tc_run_record *record, tc_run_record_key fact, const char *text);

#endif
