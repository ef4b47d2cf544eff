/* The kinds of files that a run leaves. Internal to io; not collective, the root calls it. */
#ifndef TC_IO_RERUN_RUN_RECORD_INTERNAL_H
#define TC_IO_RERUN_RUN_RECORD_INTERNAL_H

#include "io/rerun/run_record.h"

/* Read the facts. Errors, TC_INPUT. */
tc_status tc_record_report(const char *path, tc_record *out);
tc_status tc_record_snapshot(const char *path, tc_record *out);

/* Notes one; NULL: not known. Errors: TC_INTERNAL out of memory. */
tc_status tc_record_note(tc_record *record, tc_record_fact fact, const char *text);

#endif
