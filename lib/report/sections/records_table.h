/* Report of the records of earlier jobs on a machine (model/interval/job_record.h), as a table and as JSON. A
 * record contains the forecast time and the measured time of one job. `tetracast records` fills a
 * tc_records_report and writes one or both. Not collective. */
#ifndef TC_REPORT_SECTIONS_RECORDS_TABLE_H
#define TC_REPORT_SECTIONS_RECORDS_TABLE_H

#include "base/document/document.h"
#include "model/interval/job_record.h"

typedef struct tc_records_report {
  /* Name of the machine; NULL if the user has named a record file instead of a machine. */
  const char *identity;
  const char *file; /* path of the record file */
  int records;
  const tc_job_record *record; /* [records] records of the jobs, oldest first */
} tc_records_report;

/* Fills a document with one row per record, and with the number of jobs that did not exceed their bounds. The
 * forecast in a row is the one that was made at the start of the job. It is computed from the measured time
 * and the score in the record. The caller renders or frees the document. */
void tc_report_records_build(const tc_records_report *report, tc_document *document);

#endif
