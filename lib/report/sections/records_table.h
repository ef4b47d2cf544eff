/* Report of the forecast records of a machine (model/interval/job_record.h), as a table and as JSON.
 * `tetracast records` fills a tc_records_report and writes one or both. Not collective. */
#ifndef TC_REPORT_SECTIONS_RECORDS_TABLE_H
#define TC_REPORT_SECTIONS_RECORDS_TABLE_H

#include "base/document/document.h"
#include "model/interval/job_record.h"

typedef struct tc_records_report {
  const char *identity; /* name of the machine; NULL for a file that is not that of a machine */
  const char *file;     /* path of the record file */
  int records;
  const tc_job_record *record; /* [records] oldest first */
} tc_records_report;

/* Fills a document with one row per record and the number of bounds that held. The forecast of a row is that
 * of the start of the job, computed from the measured time and the score of the record. The caller renders or
 * frees the document. */
void tc_report_records_build(const tc_records_report *report, tc_document *document);

#endif
