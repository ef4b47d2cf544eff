/* Files of `tetracast quote`: the script, the checkpoint file of the job, and the JSON report. The config is
 * read as the job will read it, with the path of the checkpoint file. Only app_quote_files_init is
 * collective. */
#ifndef TC_APP_QUOTE_FILES_H
#define TC_APP_QUOTE_FILES_H

#include "base/core/pool.h"
#include "common/quote_choice.h"
#include "report/sections/job_script.h"

/* Zero-initialise before use; released by app_quote_files_free. Paths of the job are absolute. */
typedef struct app_quote_files {
  tc_pool memory;
  const char *name;       /* name of the config without directory and ending */
  const char *script;     /* path of the script, as the user sees it */
  const char *program;    /* path of this program */
  const char *directory;  /* working directory */
  const char *config;     /* path of the config */
  const char *checkpoint; /* checkpoint file of the job */
  bool uses_machine;      /* true if the job itself measures the machine on which it runs */
  tc_run_options options; /* options with which the job reads its config, but with the machine of --machine */
} app_quote_files;

/* Collective. Finds all paths and reads the config as the job will. The caller destroys *config and frees
 * *out, also after an error. Errors (on all ranks): those of tc_run_options_read_config; TC_INTERNAL if
 * the path of the program or the working directory is unknown, or if memory is exhausted. */
tc_status app_quote_files_init(const tc_command_call *call, app_quote_files *out, tc_config **config);
void app_quote_files_free(app_quote_files *files);

/* Checks before the search that the script and the JSON report can be written. Creates missing directories.
 * Errors: those of tc_job_script_check; TC_OUTPUT if they cannot be written, or if the script exists and
 * --force is not given or it is not a script of this command; TC_USAGE if a file is also an input. */
tc_status app_quote_files_prepare(const app_quote_options *options, const app_quote_files *files,
                                  const tc_config *config, const tc_machine_slurm *slurm);

/* Writes the script of the recommended case. Errors: those of tc_job_script_format; TC_OUTPUT. */
tc_status app_quote_files_write_script(const app_quote_files *files, const tc_config *config,
                                       const tc_quote *quote, const tc_machine_slurm *slurm);

#endif
