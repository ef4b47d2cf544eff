/* Run options: everything that the user chooses outside the config, such as overrides and paths of reports.
 * Commands fill in a tc_run_options from the command line. Sessions and dry runs read the config with these
 * options. The functions also prepare and write the reports, whose paths are set by options or by the
 * config. */
#ifndef TC_RUN_PLAN_RUN_OPTIONS_H
#define TC_RUN_PLAN_RUN_OPTIONS_H

#include <stdbool.h>

#include "base/file/file_list.h"
#include "comm/world/world.h"
#include "io/config/config_solver.h"
#include "report/document/report.h"

/* Options of a command that makes runs. Zero-initialise before use. With zeroed options the config alone
 * determines the run. The texts are borrowed and must outlive all objects that are created from the
 * options. */
typedef struct tc_run_options {
  const char *config; /* path of the config */
  const char *text;   /* contents of the config; NULL to read them from the file */
  const char *again;  /* report or snapshot file of the run to repeat; NULL if there is none */
  int overrides;
  const char *const *override; /* [overrides] "key.sub=value", as in -s */
  int fallbacks;
  const char *const *fallback; /* [fallbacks] "key.sub=value" for keys that are not set otherwise */
  const char *machine, *model; /* machine and model that override the keys of the config; NULL if not set */
  const char *method;          /* method that time.method: auto uses in this run without a choice; NULL to
                                  choose one */
  const char *preconditioner;  /* preconditioner that solver.preconditioner.name: auto uses in this run
                                  without a choice; NULL to choose one */
  const char *mesh;            /* mesh file that overrides mesh.file; NULL if not set */
  const tc_scheme *scheme;     /* scheme that overrides diffusion.scheme; NULL if not set */
  /* Methods and preconditioners that the command compares; NULL to use those of the config. */
  const tc_solver_set *solvers;
  /* If above 0, the mesh is generated: a unit cube with bricks^3 x 6 cells. `mesh` is then only its name in
   * reports. */
  int32_t bricks;
  const char *json, *csv, *html; /* paths of the reports; NULL to use those of the config */
  /* Name of the command whose existing reports may be replaced. If NULL, reports of any command may be
   * replaced, and run/outputs/outputs.h checks existing files. */
  const char *replaces;
  /* Installs handlers of signals that call tc_stop_request; called before a run that writes checkpoints. NULL
   * if the program has none. */
  void (*listen)(void);
  bool per_rank;          /* true if the reports list every rank */
  bool follows_scheduler; /* true if checkpoint.limit: auto is the limit of the SLURM job */
  bool resume, force;     /* resume: continue from a checkpoint; force: replace existing outputs */
} tc_run_options;

/* Collective. Reads the config and applies the options. *out is NULL before the call. The caller destroys
 * *out, also after an error. Errors (on all ranks): those of tc_config_parse; TC_USAGE if the file cannot be
 * read or keys are incompatible. */
tc_status tc_run_options_read_config(const tc_run_options *choice, const tc_world *world, tc_config **out);

/* Logs the keys of the config that are set but have no effect. */
void tc_run_options_log_ignored(const tc_config *config, const tc_log *log);

/* Pure. Returns the methods and preconditioners that the command uses: choice->solvers, or those of the
 * config. */
tc_solver_set tc_run_options_solvers(const tc_run_options *choice, const tc_config *config);

/* Not collective, on the root. Adds the input files to the list `files`, so that no output can replace them.
 * Errors: TC_INTERNAL if there are too many files. */
tc_status tc_run_options_list_inputs(const tc_run_options *choice, const tc_config *config,
                                     tc_file_list *files);

/* Not collective, on the root. Adds the input files, the reports and the file of forecast.records to the list
 * `files`. Checks before the computation that the reports can be written. Errors: TC_OUTPUT if a report
 * cannot be written, or if an existing report was written by another command than choice->replaces; TC_USAGE
 * if two of these files are the same. */
tc_status tc_run_options_prepare_reports(const tc_run_options *choice, const tc_config *config,
                                         tc_file_list *files);

/* Not collective, on the root. Writes the report files, and prints the path of each report to `out`. `text`
 * appends the table that the HTML report shows. Errors: TC_OUTPUT if a report cannot be written. */
tc_status tc_run_options_write_reports(const tc_run_options *choice, const tc_config *config,
                                       const tc_report *report, tc_report_text *text, FILE *out);

#endif
