/* A config's run on one mesh after the other, with one scheme after the other. */
#ifndef TC_RUN_STUDIES_REFINEMENT_STUDY_H
#define TC_RUN_STUDIES_REFINEMENT_STUDY_H

#include "report/document/refinement.h"
#include "run/session/session.h"

typedef struct tc_refinement_mesh {
  const char *name; /* as a config names a mesh */
  int32_t bricks;   /* > 0: a generated one (run/plan/run_options.h), and the name says so */
} tc_refinement_mesh;

/* What is to be run; everything is borrowed. */
typedef struct tc_refinement_options {
  const tc_run_options *options; /* whose config has `exact`; its reports are not written */
  int meshes;
  const tc_refinement_mesh *mesh; /* [meshes] */
  int schemes;
  const tc_scheme *const *scheme; /* [schemes]; 0: the config's */
  bool steady; /* in place of the config's steps: the field in which nothing changes, of data and sources at
                  time 0, as far as rounding lets it */
} tc_refinement_options;

/* Collective. Every run is a session of its own, without snapshots, reports and a forecast. The study is
 * zeroed before; its texts are borrowed from the choice, the meshes and static lists. To be freed also after
 * an error. Errors on all ranks: those of a session; TC_USAGE when the config has
 * no exact solution or its strategy none on several ranks, when runs would end at other times on other
 * meshes, or when a source depends on the field and that is to be steady; TC_NUMERICAL when a run whose end
 * is to be a steady field has not come to it. */
tc_status tc_refinement_run(const tc_refinement_options *refine, const tc_run_environment *circumstances,
                            tc_world *world, const tc_log *log, tc_refinement *study);
void tc_refinement_free(tc_refinement *study);

#endif
