/* Runs side by side: what each variable, array, function or line costs in each of them. */
#ifndef TC_BLAME_REPORT_DIFF_H
#define TC_BLAME_REPORT_DIFF_H

#include "blame/report/blame_report.h"

enum { TC_DIFF_RUNS = 16 };

typedef struct tc_diff_run {
  const char *name;              /* its folder */
  const tc_blame_report *report; /* borrowed, with the same views */
  double cpu_s;                  /* of all processes */
  double within_s;               /* what was selected, by its samples */
  double speedup; /* of the first run over this one: within_s, where `from` was given, else cpu_s */
} tc_diff_run;

/* A row of any of the runs. */
typedef struct tc_diff_row {
  const tc_row *first;             /* in the first run that has it */
  const tc_row *row[TC_DIFF_RUNS]; /* NULL: the run has none of that name and context; objects: name */
  double most;                     /* its largest share */
} tc_diff_row;

typedef struct tc_diff {
  int runs;
  tc_diff_run run[TC_DIFF_RUNS];
  int rows[TC_VIEWS];
  tc_diff_row *row[TC_VIEWS]; /* [rows] largest first, at most options->top unless all */
  tc_pool pool;
} tc_diff;

/* name, report: [runs]. Cleared also after errors. Errors: TC_INTERNAL. */
tc_status tc_diff_make(int runs, const char *const *name, const tc_blame_report *report, tc_diff *out);
void tc_diff_clear(tc_diff *diff);

/* -1, 1: the share in a run is smaller, larger than in the first, by more than chance (95 %) explains; 0:
 * neither. */
int tc_diff_changed(const tc_diff *diff, const tc_diff_row *row, int run);

/* Share of a row in a run, 0 where it has none. */
double tc_diff_share(const tc_diff *diff, const tc_diff_row *row, int run);

void tc_diff_text(const tc_diff *diff, FILE *out);
/* As those of reports (blame/report/blame_report.h). */
tc_status tc_diff_json(const tc_diff *diff, const char *path);
tc_status tc_diff_csv(const tc_diff *diff, const char *path);

#endif
