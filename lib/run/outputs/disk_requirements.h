/* What a run writes, and whether there is room for it before anything is written. Not collective: the root's.
 */
#ifndef TC_RUN_OUTPUTS_DISK_REQUIREMENTS_H
#define TC_RUN_OUTPUTS_DISK_REQUIREMENTS_H

#include "run/plan/memory_requirements.h"
#include "run/session/session.h"

/* What is known of the outputs of a run, once their places are taken. */
typedef struct tc_disk_requirements {
  const tc_resume_source *resume; /* NULL: from the first step */
  bool resumes_file;              /* snapshots go into a file that is there, */
  int64_t copied;                 /* which has so many, and is copied if the config has changed */
  const char *snapshots;          /* that is written; NULL: none */
  const char *checkpoints;        /* NULL: none */
  int checkpoints_present;        /* checkpoints that are there */
  int64_t steps;                  /* that are planned */
} tc_disk_requirements;

/* How many steps are planned; -1: the set-up decides, as time.dt is auto and time.end is given. Pure. */
int64_t tc_disk_requirements_planned_steps(const tc_config *config);

/* Pure. Bytes that snapshots and checkpoints of a run from the first step take at most, as below; 0: it
 * writes none, or how many steps there are is not known (below 0). */
double tc_disk_requirements_estimate(const tc_config *config, const tc_mesh_counts *mesh, int64_t steps);

/* While the root has the mesh. Says in a line what snapshots (as large as without snapshots.compress, and the
 * compressed file beside them) and checkpoints (checkpoint.keep and the one that is being written) take,
 * keeps it as session->disk_B, and warns where less is free. Files of a resumed run do not count, except
 * for the copy of its snapshot file. Histories and residuals do not count. Errors: TC_OUTPUT, there is no
 * room for the least that is written.
 */
tc_status tc_disk_requirements_check(tc_session *session, const tc_disk_requirements *disk);

#endif
