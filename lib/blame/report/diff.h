/* Comparison of several runs. It contains the fraction of the samples ("share") of each variable, array,
 * function or line in each run, and the speed-up of each run. Called by tcblame diff
 * (apps/tcblame/commands/cmd_diff.c) after it has built a report of every run with the same views. Usage:
 * call tb_diff_build, then any of the functions that write a text or document, then tb_diff_clear. The
 * reports must outlive the comparison. */
#ifndef TC_BLAME_REPORT_DIFF_H
#define TC_BLAME_REPORT_DIFF_H

#include "blame/report/blame_report.h"

enum { TB_DIFF_RUNS = 16 };

typedef struct tb_diff_run {
  const char *name;        /* name of the run: the directory of its samples */
  const tb_report *report; /* borrowed; all reports have the same views */
  double cpu_s;            /* CPU time in s, summed over all processes */
  double selected_s;       /* time in s of the selected samples: their number times the sampling period */
  /* time of run 1 divided by the time of this run: the times are selected_s if `from` is set, otherwise
   * cpu_s */
  double speedup;
} tb_diff_run;

/* A row that at least one run shows. */
typedef struct tb_diff_row {
  const tb_row *first_row; /* row in the first run that shows it */
  /* [runs] row of each run that corresponds to `first_row`; NULL if there is none. Corresponding rows have
   * the same name and context. For objects with a name, the same name is sufficient. */
  const tb_row *row[TB_DIFF_RUNS];
  double share_max; /* largest share in any of the runs */
} tb_diff_row;

typedef struct tb_diff {
  int runs;
  tb_diff_run run[TB_DIFF_RUNS];
  int rows[TB_VIEWS];
  /* [rows] largest first, at most options->rows_max unless options->shows_all is set */
  tb_diff_row *row[TB_VIEWS];
  tc_pool pool;
} tb_diff;

/* Joins the reports of the runs. `name` and `report` have one entry per run and are borrowed. The caller
 * clears `*out`, also after errors. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_diff_build(int runs, const char *const *name, const tb_report *report, tb_diff *out);
void tb_diff_clear(tb_diff *diff);

/* Compares the share in a run with that in the first run at the 95 % level. Returns 1 if it is significantly
 * larger, -1 if it is significantly smaller, otherwise 0. */
int tb_diff_is_significant(const tb_diff *diff, const tb_diff_row *row, int run);

/* Returns the share of a row in a run; 0 if the run does not have the row. */
double tb_diff_share(const tb_diff *diff, const tb_diff_row *row, int run);

/* tb_diff_text writes the comparison as text, tb_diff_json, tb_diff_csv and tb_diff_html as a document. A
 * document replaces an existing file, so call tb_report_check for the path before. Errors: TC_OUTPUT. */
void tb_diff_text(const tb_diff *diff, FILE *out);
tc_status tb_diff_json(const tb_diff *diff, const char *path);
tc_status tb_diff_csv(const tb_diff *diff, const char *path);
tc_status tb_diff_html(const tb_diff *diff, const char *path);

/* Writes the name and the remark of a row, as its view describes them. */
void tb_diff_describe_row(const tb_diff *diff, int view, const tb_diff_row *row, tb_view_texts *texts);

/* Appends to the HTML page the table of the runs and, for each view, a chart of the first and the last run
 * and a table of all runs. */
void tb_diff_add_page(const tb_diff *diff, tc_section *page);

#endif
