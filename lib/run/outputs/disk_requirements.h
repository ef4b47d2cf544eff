/* Estimates the disk space of the snapshots and checkpoints of a run, and checks that it is available before
 * anything is written. run/outputs/outputs.c calls the check before the mesh is distributed, or after the
 * setup if the setup determines the number of steps. Dry runs call the estimate. Not collective: only the
 * root calls it. */
#ifndef TC_RUN_OUTPUTS_DISK_REQUIREMENTS_H
#define TC_RUN_OUTPUTS_DISK_REQUIREMENTS_H

#include "run/plan/memory_requirements.h"
#include "run/session/plan.h"

/* Data that determine the size of a run's snapshots and checkpoints. Filled in after the paths were
 * acquired. */
typedef struct tc_disk_requirements {
  const tc_resume_source
      *resume; /* source of the restart data of a resumed run; NULL if the run starts with its first step */
  bool resumes_file; /* true if snapshots are added to an existing file */
  int64_t copied; /* number of snapshots in the existing file, which are copied if the config has changed */
  const char *snapshots;   /* path of the snapshot file; NULL if there is none */
  const char *checkpoints; /* base path of the checkpoints; NULL if there are none */
  int checkpoints_present; /* number of checkpoint files of the run on disk */
  int64_t steps;           /* number of planned steps, including steps before the run was resumed
                              (tc_setup_choices_planned_steps) */
} tc_disk_requirements;

/* Pure. Returns the number of planned steps; -1 if time.dt is auto and time.end is set, so that the setup or
 * error control determines the number. */
int64_t tc_disk_requirements_planned_steps(const tc_config *config);

/* Pure. Returns an upper estimate, in bytes, of all snapshots and checkpoints of a run that starts with its
 * first step; 0 if it writes none, or if `steps` is negative (unknown). */
double tc_disk_requirements_estimate(const tc_config *config, const tc_mesh_counts *mesh, int64_t steps);

/* Called before the mesh is freed. Logs the space for snapshots and for checkpoints, stores their sum in
 * *bytes, and warns if less space is free. With snapshots.compress the space for snapshots is that of the
 * uncompressed file and of its compressed copy. The space for checkpoints includes a checkpoint that is being
 * written. Existing files of a resumed run are not counted, but a copy of its snapshot file is. Errors:
 * TC_OUTPUT if the lower bound of the space exceeds the free space. */
tc_status tc_disk_requirements_check(const tc_plan *plan, const tc_disk_requirements *disk, double *bytes);

#endif
