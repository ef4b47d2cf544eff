/* Members of tc_forcing. Internal to solve/problem/forcing*.c. No other module may include this header. */
#ifndef TC_SOLVE_PROBLEM_FORCING_INTERNAL_H
#define TC_SOLVE_PROBLEM_FORCING_INTERNAL_H

#include "base/core/pool.h"
#include "solve/problem/forcing.h"
#include "solve/problem/forcing_change.h"
#include "solve/problem/function_failure.h"

/* The faces of one marker, and the formula of their boundary datum. */
typedef struct tc_forcing_part {
  tc_expression *formula;
  const tc_boundary_function *function; /* Replaces the formula; NULL if there is none. */
  const tc_boundary *boundary;
  int32_t first, faces; /* The faces of the part are face[first] to face[first + faces - 1] of tc_forcing. */
  bool varies;          /* True if the formula depends on time. */
} tc_forcing_part;

/* First invalid boundary datum of the run. */
typedef struct tc_forcing_fault {
  double time; /* Time of the invalid datum; INFINITY if there is none. */
  tc_gid cell; /* Number of the cell to which the face belongs. */
  tc_gid part;
} tc_forcing_fault;

/* Additional data of stabilised steps (solve/problem/forcing_stages.h). An attempt is a step that has not yet
 * been accepted. */
typedef struct tc_forcing_stages {
  bool is_active;
  bool is_attempt;     /* True if an attempt has begun. */
  bool has_end;        /* True if the forcing at the end of the current step has been evaluated. */
  bool ends_with_rate; /* True if the forcing at the end of the last accepted step was evaluated. */
  double pending;      /* Bound of the change of the forcing in the stages of the last step; 0 if
                          tc_forcing_take_change has already included this bound. */
  double time;         /* Time of the last evaluation of the boundary data. */
  /* [inflow->faces] Boundary data at the beginning and at the end of the step; NULL if that end is not
   * stored. */
  double *datum[2];
  double *mean; /* [inflow->faces] Weighted sum over the stages of the changes of the boundary data since the
                   beginning of the step. */
  /* Copies of the members `fault`, `failure` and `range` of tc_forcing before the attempt. They are restored
   * if the attempt is rejected. */
  tc_forcing_fault fault;
  tc_function_failure failure;
  double range[2];
  /* Copies of the members `time` and `strongest` of tc_forcing.drift before the attempt. */
  double change_time, strongest;
} tc_forcing_stages;

struct tc_forcing {
  const tc_space *space;
  tc_boundary_data *inflow;
  tc_source *source;
  double diffusion; /* Largest |eigenvalue| of R, set by tc_forcing_set_diffusion_rate. */
  double theta; /* Weight of the boundary data at the end of a step. The data at its beginning have the weight
                   1 - theta. */
  double level; /* Value set by tc_forcing_set_level; used only if counts_from_level is true. */
  bool counts_from_level;
  int parts;
  tc_forcing_part *part;
  int32_t *face; /* [faces with data] Faces ordered by part, as indices in the arrays of `inflow`. */
  double *at;    /* [faces with data][3] Centroids, in the order of `face`. */
  tc_gid *cell; /* [faces with data] Number of the cell to which each face belongs, in the order of `face`. */
  bool *is_read; /* [inflow->faces] True if a row reads the datum of the face; false for an exchange with h =
                   0. */
  double *datum; /* [faces with data] Boundary data as evaluated from the formulas, in the order of `face`. */
  double *before;         /* [inflow->faces] Boundary data of the previous step. */
  double *early;          /* [inflow->faces] Boundary data at the beginning of the current step. */
  int32_t varying;        /* Number of faces whose data depend on time. */
  tc_forcing_fault fault; /* First invalid datum of the run. */
  tc_function_failure failure;
  tc_forcing_change drift;
  /* Settings of operator splitting. With splitting the steps of the integrator omit the source. */
  tc_local_steps split;
  /* One struct for each local step: changes of the source since the same local step of the previous time
   * step. Empty without operator splitting. */
  tc_forcing_change local[TC_LOCAL_STEPS_MAX];
  double range[2]; /* range[0] is the negated lowest and range[1] the highest of all boundary values and
                      outside values on this rank so far. */
  double reach[2]; /* Maxima of `range` over all ranks at the last call of tc_forcing_take_change. */
  double pushed;   /* Upper bound of the amount that the source has added to any value by the last call of
                      tc_forcing_take_change. */
  tc_forcing_stages stages; /* Data of stabilised steps; zeroed until tc_forcing_begin_stages. */
  tc_pool memory;           /* Owns the arrays of this struct. */
  bool open; /* True if a boundary condition is a flux, so that the range of the field has no bound. */
};

/* Returns the source that the steps of the integrator evaluate; NULL with operator splitting. */
static inline tc_source *tc_forcing_step_source(const tc_forcing *input) {
  return tc_local_steps_count(&input->split) > 0 ? NULL : input->source;
}

/* Evaluates at time t all formulas of boundary data that depend on time, in inflow->datum. */
tc_status tc_forcing_evaluate_varying(tc_forcing *input, double t);

/* Not collective. Resets the sums of changes of steps and of local steps. source[owned] is the source with
 * which the next one is compared; it may be NULL. */
void tc_forcing_begin_changes(tc_forcing *input, const double *source);

/* Not collective. Adds to the restart data the source of the last step, or of every local step in it. */
tc_status tc_forcing_list_sources(const tc_forcing *input, tc_restart_list *keep);

/* Collective. Adds the changes of the local steps to *change. If the integrator is stabilised, *change on
 * entry is per unit of time, and is first multiplied by `stages_time`, the simulated time of the steps. */
tc_status tc_forcing_add_local_changes(tc_forcing *input, double stages_time, double *change);

/* Collective. Evaluates again the boundary data of the last stage before the checkpoint. Errors (on all
 * ranks): those of the formulas. */
tc_status tc_forcing_resume_stages(tc_forcing *input);

/* Not collective. Adds the restart data of `stages` to the list. */
tc_status tc_forcing_list_stages(tc_forcing *input, tc_restart_list *list);

/* Collective. Called by tc_forcing_take_change for stabilised steps. Computes *change as defined there, and
 * *push as defined at tc_forcing_change_take. */
tc_status tc_forcing_compute_stage_change(tc_forcing *input, double *change, double *push);

#endif
