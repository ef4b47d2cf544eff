/* Forecast records of a machine, in the text file IDENTITY.records of the directory of the machine cache.
 * Each line is the record of one finished job, with the forecast and the measured times of the phases of the
 * job (job_records_text.h). The root of a run reads the file once before the first step, and appends one
 * record at the end of the run. Several jobs may do this at the same time in a shared directory. A damaged
 * file neither ends a run nor changes the results of the run. A run skips damaged lines, and renames a file
 * with many of them to IDENTITY.records.bad with one warning. A file that is a link, not regular, or owned by
 * another user is neither read nor written, and neither is a file of another program whose path the user has
 * set. Not collective: the root calls these functions. */
#ifndef TC_IO_MACHINE_JOB_RECORDS_H
#define TC_IO_MACHINE_JOB_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/status.h"
#include "base/program/log.h"
#include "io/machine/job_records_file.h"
#include "machine/parameters/machine_site.h"
#include "model/interval/job_record.h"

enum { TC_JOB_IDENTITY_SIZE = 128, TC_JOB_PATH_SIZE = 4096 };

/* Record file that a job uses. */
typedef struct tc_job_records_place {
  char identity[TC_JOB_IDENTITY_SIZE]; /* name of the machine: cluster and partition of SLURM, or the host */
  char path[TC_JOB_PATH_SIZE];         /* "" if records are neither read nor written */
  bool is_automatic;                   /* true if the path is that of the directory of the machine cache */
  bool is_read_only;                   /* set by the caller if no file may be renamed or written */
  tc_job_records_state state;          /* state of the file when it was read; zero if it was not read */
} tc_job_records_place;

/* Sets out[size] to the identity of jobs that run in a partition of SLURM: CLUSTER-PARTITION, where the
 * cluster is SLURM_CLUSTER_NAME. Returns false, with an unchanged `out`, if the cluster or the partition is
 * unknown (NULL or ""). */
bool tc_job_records_slurm_identity(const char *partition, char *out, size_t size);

/* In a job of SLURM, sets site->identity to the identity of the job, and site->slurm.partition to the
 * partition of the job unless a partition is set. The caller writes both to a machine file. Does nothing if
 * an identity is already set or the job has none (tc_job_records_slurm_identity). */
void tc_job_records_set_site(tc_machine_site *site);

/* Finds the record file for the value `choice` of the key forecast.records, which is "auto", "none" or a
 * path. `identity` names the machine; NULL or "" for the machine on which the program runs. Replaces
 * characters of the identity that file names should not contain by "_". */
void tc_job_records_find(const char *choice, const char *identity, tc_job_records_place *out);

/* Reads the latest records of the file into record[TC_JOB_RECORDS_MAX], oldest first, and returns their
 * number; 0 if there is no file. Reads records of this version and of the last 180 days only
 * (tc_record_period_at), and at most 256 KiB. If the file cannot be used, logs one warning. Renames a damaged
 * file, unless place->is_read_only is true. If the user has set the path and the file there cannot be used,
 * sets place->path to "". Waits at most 2 s, and only if the file is damaged. */
int tc_job_records_read(tc_job_records_place *place, const tc_log *log, tc_job_record *record);

/* Appends a record. Waits at most 2 s for other jobs that write the file. If the file system does not support
 * locks, writes only if the file did not change since tc_job_records_read. Reduces a file of more than 512
 * lines to the latest 256. Returns false if the record could not be written, with a warning if the user has
 * set the path, else with a verbose log line. The file is then unchanged. */
bool tc_job_records_append(const tc_job_records_place *place, const tc_log *log, const tc_job_record *record);

/* Removes the file. Sets *is_removed to false if there is no file. Errors: TC_OUTPUT if removing fails;
 * TC_INPUT if the user has set the path and the file there cannot be read or is that of another program. */
tc_status tc_job_records_reset(const tc_job_records_place *place, bool *is_removed);

#endif
