/* The object of the type tetracast_problem. Before the set-up it is a config text with overrides. The set-up
 * creates the plan and the prepared problem from them. Steppers retain the problem. */
#ifndef TC_API_PROBLEM_PROBLEM_OBJECT_H
#define TC_API_PROBLEM_PROBLEM_OBJECT_H

#include "api/include/tetracast/problem.h"
#include "api/mesh/mesh_object.h"
#include "api/world/strategies.h"
#include "base/containers/array.h"
#include "run/job/job.h"
#include "run/outputs/outputs.h"
#include "run/session/report_facts.h"
#include "run/studies/rerun.h"

/* Tensor of one region, or boundary condition of one marker, written as an item of a YAML list. */
typedef struct tc_api_rule {
  int32_t label;
  const char *item;
} tc_api_rule;
typedef TC_ARRAY(tc_api_rule) tc_api_rules;

/* Data about the runs of a stepper that a report needs. */
typedef struct tc_api_description {
  tc_run_machine machine;
  tc_forecasts forecasts;
  tc_run run;
  tc_results results;
  tc_job job; /* job of the program tetracast; empty in other programs */
  /* comparison of methods of time integration; its table is empty if none was made */
  tc_method_trials methods;
} tc_api_description;

/* Data of a run of the program tetracast (program/program.h). All pointers are borrowed. */
typedef struct tc_api_program {
  const tc_run_options *options;
  const tc_run_environment *environment;
  const tc_log *log;
  tc_rerun *again; /* recorded run that is repeated (command rerun); NULL if there is none */
} tc_api_program;

struct tetracast_problem {
  tetracast_world *world;  /* retained */
  tetracast_mesh *mesh;    /* borrowed until the set-up; NULL if the set-up reads mesh.file */
  tc_pool pool;            /* owns all texts and lists */
  const char *name, *text; /* config */
  const char *mesh_name;   /* value of mesh.file if the config has none; NULL without a mesh */
  TC_ARRAY(const char *) override;
  tc_api_rules tensors, conditions;
  TC_ARRAY(tc_plan_boundary) functions; /* functions of the program for boundary data */
  /* source function of the program, and the argument `self` of this function; NULL if there is none */
  tetracast_source_function *source;
  void *source_self;
  tc_source_function source_adapter;
  /* tensor function of the program; its member `evaluate` is NULL without a function */
  tc_tensor_function tensor;
  /* true after a call of tetracast_problem_enable_outputs; the next member is the mode of this call */
  bool writes_outputs;
  tetracast_outputs mode;
  tc_api_program program; /* program.options is NULL in other programs */
  /* number of steppers that retain the problem, plus 1 until the program has destroyed the problem */
  int users;

  /* true after a successful set-up. The members below are valid only then; during the set-up they are
   * filled */
  bool is_set_up;
  int threads; /* number of OpenMP threads of calls on the problem and on steppers */
  tc_world *own_world;
  tc_run_options options;
  tc_run_environment environment; /* environment for reports; its start time is the start of the set-up */
  tc_plan plan;
  tc_prepared prepared;
  /* Outputs and forecasts, which the first stepper takes over; NULL before they exist and afterwards. If its
   * creation fails, it frees them, and has_lost_outputs is true. */
  bool has_lost_outputs;
  tc_run_outputs *outputs;
  tc_api_description *description;
};

/* Not collective. Fills the options with which the config of the problem is read. They borrow from the
 * problem. fallback[2] receives the texts of options->fallback. */
void tc_api_problem_options(const tetracast_problem *problem, const char *fallback[2],
                            tc_run_options *options);

/* Collective. Adds an override "key=value" and checks the whole config. After an error the override is not
 * part of the problem. Errors (on all ranks): TC_USAGE, also after the set-up. */
tc_status tc_api_problem_override(tetracast_problem *problem, const char *key, const char *value);

/* Not collective. Appends `text` to the line, quoted as a YAML value. */
void tc_api_line_quote(tc_line *line, const char *text);

/* Collective. Reads and checks the config. Errors (on all ranks): TC_USAGE. */
tc_status tc_api_problem_check(const tetracast_problem *problem);

/* Collective. Steps of the set-up: the first one is called before the problem is prepared, the second one
 * after it, while the mesh exists. Do nothing if no outputs are enabled. Errors (on all ranks): those of
 * tc_run_outputs_prepare and tc_run_outputs_create; TC_USAGE if there is no checkpoint.file to resume. */
tc_status tc_api_outputs_prepare(tetracast_problem *problem);
tc_status tc_api_outputs_create(tetracast_problem *problem);

/* Collective. Frees the outputs of the problem or of the first stepper and sets *outputs to NULL. Does
 * nothing if it is NULL. Files that have not been published remain as partial files. */
void tc_api_outputs_free(tetracast_problem *problem, tc_run_outputs **outputs);

/* Collective. Creates the description of the steps of `prepared`, with the machine of the config. Errors (on
 * all ranks): those of tc_forecasts_find_machine; TC_INTERNAL. */
tc_status tc_api_description_create(const tc_prepared *prepared, tc_api_description **out);

/* Collective. Compares methods of time integration if the problem is that of a program with a verbose log.
 * Errors (on all ranks): those of tc_method_trials_run. */
tc_status tc_api_description_compare_methods(const tetracast_problem *problem);

/* Not collective. Frees a description and sets *description to NULL, which is allowed. */
void tc_api_description_free(tc_api_description **description);

/* Collective. Frees all objects that a set-up has created. */
void tc_api_problem_unprepare(tetracast_problem *problem);

/* Not collective. The destroy functions of the problem, and of objects that retain it, must call this
 * function first (see tc_api_world_abandon). */
static inline void tc_api_problem_abandon(tetracast_problem *problem) {
  tc_api_world_abandon(problem->world, problem->own_world);
}

/* Not collective. Retains the problem until tc_api_problem_release, which is collective. */
void tc_api_problem_retain(tetracast_problem *problem);
void tc_api_problem_release(tetracast_problem *problem);

/* World and number of threads of calls on the problem; NULL and 0 if `problem` is NULL, which
 * tc_api_call_begin reports. */
static inline tetracast_world *tc_api_problem_world(const tetracast_problem *problem) {
  return problem ? problem->world : NULL;
}
static inline int tc_api_problem_threads(const tetracast_problem *problem) {
  return problem ? problem->threads : 0;
}

/* Evaluates `call` in the guard of a problem, and returns the error from the calling function. */
#define TC_API_PROBLEM_CALL(problem, call)                                                                   \
  TC_API_CALL(tc_api_problem_world(problem), tc_api_problem_threads(problem), call)

/* Not collective. Returns TC_USAGE unless the set-up was successful. `function` begins the message. */
tc_status tc_api_problem_check_set_up(const tetracast_problem *problem, const char *function);

#endif
