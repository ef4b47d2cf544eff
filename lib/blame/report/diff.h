/* Runs side by side: what each variable, array, function or line costs in each of them. */
#ifndef TC_BLAME_REPORT_DIFF_H
#define TC_BLAME_REPORT_DIFF_H

#include "blame/report/blame_report.h"

enum { TB_DIFF_RUNS = 16 };

typedef struct tb_diff_run {
  const char *name;        /* its folder */
  const tb_report *report; /* borrowed, with the same views */
  double cpu_s;            /* of all processes */
  double within_s;         /* what was selected, by its samples */
  double speedup;          /* of the first run over this one: within_s, where `from` was given, else cpu_s */
} tb_diff_run;

/* A row of any of the runs. */
typedef struct tb_diff_row {
  const tb_row *first;             /* in the first run that has it */
  const tb_row *row[TB_DIFF_RUNS]; /* NULL: the run has none of that name and context; objects: name */
  double max;                      /* its largest share */
} tb_diff_row;

typedef struct tb_diff {
  int runs;
  tb_diff_run run[TB_DIFF_RUNS];
  int rows[TB_VIEWS];
  tb_diff_row *row[TB_VIEWS]; /* [rows] largest first, at most options->top unless all */
  tc_pool pool;
} tb_diff;

/* name, report: [runs]. Cleared also after errors. Errors: TC_INTERNAL. */
tc_status tb_diff_build(int runs, const char *const *name, const tb_report *report, tb_diff *out);
void tb_diff_clear(tb_diff *diff);

/* -1, 1: the share in a run is smaller, larger than in the first, by more than chance (95 %) explains; 0:
 * neither. */
int tb_diff_is_significant(const tb_diff *diff, const tb_diff_row *row, int run);

/* Share of a row in a run, 0 where it has none. */
double tb_diff_share(const tb_diff *diff, const tb_diff_row *row, int run);

void tb_diff_text(const tb_diff *diff, FILE *out);
/* As those of reports (blame/report/blame_report.h). */
tc_status tb_diff_json(const tb_diff *diff, const char *path);
tc_status tb_diff_csv(const tb_diff *diff, const char *path);

#endif
