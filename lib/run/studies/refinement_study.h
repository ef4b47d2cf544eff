/* Refinement study of `tetracast verify`: runs a config on several meshes and with several schemes, and
 * compares each final field with the exact solution. The command calls tc_refinement_run once, writes the
 * study (report/document/refinement.h) and frees it. Each run has its own session and no outputs. */
#ifndef TC_RUN_STUDIES_REFINEMENT_STUDY_H
#define TC_RUN_STUDIES_REFINEMENT_STUDY_H

#include "report/document/refinement.h"
#include "run/session/session.h"

/* A mesh of the study. */
typedef struct tc_refinement_mesh {
  const char *name; /* name of the mesh, as in the key mesh.file */
  int32_t bricks;   /* if > 0, the mesh is generated (run/plan/run_options.h), and `name` describes it */
} tc_refinement_mesh;

/* Input of the study. All pointers are borrowed. */
typedef struct tc_refinement_options {
  /* Options with a config that sets `exact`; the reports that they name are not written. */
  const tc_run_options *options;
  int meshes;
  const tc_refinement_mesh *mesh; /* [meshes] meshes of the study */
  int schemes;
  const tc_scheme *const *scheme; /* [schemes] borrowed; if `schemes` is 0, the config's scheme is used */
  /* If true, the study solves for the steady state with the data and source at t = 0. If false, it makes the
   * steps of the config. */
  bool steady;
} tc_refinement_options;

/* Collective. Runs the config on each mesh with each scheme, and records the errors in *study. *study is
 * zeroed before the call; its texts are borrowed from the options, the meshes and static lists. The caller
 * frees it also after an error. Errors (on all ranks): those of a session; TC_USAGE if the config has no
 * exact solution, if its strategy gives no solution on several ranks, if runs would end at different times on
 * different meshes, or if a steady state has a source that depends on the field; TC_NUMERICAL if a run that
 * must end in a steady state has not reached it. */
tc_status tc_refinement_run(const tc_refinement_options *refine, const tc_run_environment *circumstances,
                            tc_world *world, const tc_log *log, tc_refinement *study);
void tc_refinement_free(tc_refinement *study);

#endif
