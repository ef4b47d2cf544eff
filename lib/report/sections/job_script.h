/* SLURM script for the job of a quote, which `tetracast quote` writes. Except for its head, the script equals
 * jobs/long-run.slurm. A quoted job and a job written by hand therefore continue, stop and queue themselves
 * again in the same way. Not collective. */
#ifndef TC_REPORT_SECTIONS_JOB_SCRIPT_H
#define TC_REPORT_SECTIONS_JOB_SCRIPT_H

#include "base/core/pool.h"
#include "machine/parameters/machine_site.h"
#include "report/document/quote_report.h"

/* Contents of a job script. Paths are absolute. Texts are borrowed. */
typedef struct tc_job_script {
  const tc_quote *quote;
  const tc_quote_case *chosen;
  /* partition, account and modules, from the machine file or the command line */
  const tc_machine_slurm *slurm;
  const char *name;             /* name of the job */
  const char *program, *config; /* paths of tetracast and of the config */
  const char *checkpoint;       /* path of the checkpoint file */
  const char *directory;        /* working directory, to which the paths in the config are relative */
  int overrides;
  const char *const *override; /* [overrides] values of -s of the command line, such as time.steps=10 */
  /* upper bound of the time in s to write one checkpoint and close all files; SLURM's signal comes this time
   * before the limit */
  double stop_s;
} tc_job_script;

/* Checks the texts of a script. `quote` and `chosen` may be NULL, so that mistakes can be found before the
 * search for cases. Errors: TC_USAGE as in tc_job_script_format. */
tc_status tc_job_script_check(const tc_job_script *script);

/* Sets *text to the script, which belongs to `memory`. The value of --time is the limit of the case, rounded
 * up to a minute. The value of --mem is 1.15 times the memory of the fullest node plus 64 MiB, but at most
 * the memory of a node. SLURM signals the shell of the script stop_s + 30 s, at least 90 s, before the limit.
 * The shell passes the signal to the run only if the run does not know its limit. Characters of `name` that
 * sbatch interprets are replaced by "_". Errors: TC_USAGE if a text contains a line break or another control
 * character, or if partition or account contain a character that sbatch interprets; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_job_script_format(const tc_job_script *script, tc_pool *memory, const char **text);

#endif
