/* Files of `tetracast quote`: the job script, the checkpoint file of the job, and the JSON report. The config
 * is read with an override of checkpoint.file, as the job will read it. Only app_quote_files_init is
 * collective. */
#ifndef TC_APP_QUOTE_FILES_H
#define TC_APP_QUOTE_FILES_H

#include "base/core/pool.h"
#include "common/quote_choice.h"
#include "report/sections/job_script.h"

/* Zero-initialise before use; released by app_quote_files_free. Paths of the job are absolute. */
typedef struct app_quote_files {
  tc_pool memory;
  const char *name;       /* name of the config file without directory and extension */
  const char *script;     /* path of the job script, as the user wrote it */
  const char *program;    /* path of this program */
  const char *directory;  /* working directory */
  const char *config;     /* path of the config */
  const char *checkpoint; /* checkpoint file of the job */
  bool uses_machine;      /* true if the job itself measures the machine on which it runs */
  tc_run_options options; /* options with which the job reads its config, and the machine of --machine */
} app_quote_files;

/* Collective. Finds all paths, and reads the config with the same overrides as the job. The caller destroys
 * *config and frees *out, also after an error. Errors (on all ranks): those of tc_run_options_read_config;
 * TC_INTERNAL if the path of the program or the working directory is unknown, or if memory is exhausted. */
tc_status app_quote_files_init(const tc_command_call *call, app_quote_files *out, tc_config **config);
void app_quote_files_free(app_quote_files *files);

/* Checks before the search that the script and the JSON report can be written. Creates missing directories.
 * An existing script is accepted only with --force, and only if `tetracast quote` has written it. Errors:
 * those of tc_job_script_check; TC_OUTPUT if a file cannot be written or the script exists; TC_USAGE if a
 * file is also an input. */
tc_status app_quote_files_prepare(const app_quote_options *options, const app_quote_files *files,
                                  const tc_config *config, const tc_machine_slurm *slurm);

/* Writes the script of the recommended case. Errors: those of tc_job_script_format; TC_OUTPUT. */
tc_status app_quote_files_write_script(const app_quote_files *files, const tc_config *config,
                                       const tc_quote *quote, const tc_machine_slurm *slurm);

#endif
