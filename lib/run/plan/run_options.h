/* What a user says beside the config, on the command line or wherever else. */
#ifndef TC_RUN_PLAN_RUN_OPTIONS_H
#define TC_RUN_PLAN_RUN_OPTIONS_H

#include <stdbool.h>

#include "base/file/file_list.h"
#include "comm/world/world.h"
#include "io/config/config_solver.h"
#include "report/document/report.h"

/* Zeroed: nothing is said. All texts are the caller's and live as long as what is opened with them. */
typedef struct tc_run_options {
  const char *config; /* path of the config */
  const char *text;   /* what it holds; NULL: what is in the file */
  const char *again;  /* another file that is read: what a run has left that is made again; NULL: none */
  int overrides;
  const char *const *override; /* [overrides] "key.sub=value", as -s */
  const char *machine, *model; /* in place of the config's; NULL: the config's */
  const char *mesh;            /* the same */
  const tc_scheme *scheme;     /* the same */
  const tc_solver_set
      *solvers;           /* that the command solves with, in place of the config's; NULL: the config's */
  int32_t bricks;         /* > 0: the unit cube in bricks^3 x 6 cells, which `mesh` then names, is no file */
  const char *json, *csv; /* paths of the reports, in place of the config's; NULL: the config's */
  bool per_rank;          /* reports show every rank */
  bool resume, force;     /* go on from a checkpoint; put outputs in place of earlier ones */
} tc_run_options;

/* Collective. Reads the config, puts in place of its values what the choice says. *out is NULL before, and
 * the caller's also after an error. Errors on all ranks: TC_USAGE. */
tc_status tc_run_options_read_config(const tc_run_options *choice, const tc_world *world, tc_config **out);

/* Says what of the file is not used. */
void tc_run_options_log_ignored(const tc_config *config, const tc_log *log);

/* What the command solves with. */
tc_solver_set tc_run_options_solvers(const tc_run_options *choice, const tc_config *config);

/* Not collective, on one process: the reports that the choice or the config name. Preparing comes before the
 * work: a path that cannot be written, or that is one of the files that are read, which are added to `files`,
 * is found before the hours of computing. Errors: TC_OUTPUT, TC_USAGE. */
tc_status tc_run_options_prepare_reports(const tc_run_options *choice, const tc_config *config,
                                         tc_file_list *files);

/* Not collective: writes them, and to `out` a line for each. Errors: TC_OUTPUT. */
tc_status tc_run_options_write_reports(const tc_run_options *choice, const tc_config *config,
                                       const tc_report *report, FILE *out);

#endif
