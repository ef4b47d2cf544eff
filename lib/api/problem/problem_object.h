/* Defines the struct of the public type tetracast_problem. Before the set-up the problem is a config text
 * with overrides. From these, the set-up creates the plan (the checked config and all choices) and the
 * prepared problem (the distributed mesh, the matrix and the initial field). Steppers retain the problem. */
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

/* Tensor of one region, or boundary condition of one marker. `label` is the region or marker, and `item` is
 * the rule as an item of a YAML list. */
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
  /* comparison of methods of time integration; its table is empty if no comparison was made */
  tc_method_trials methods;
} tc_api_description;

/* Additional data if the caller is the program tetracast (program/program.h). All pointers are borrowed. */
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
  const char *mesh_name; /* override "mesh.file=.." that is used if the config has no mesh.file; NULL without
                            `mesh` */
  TC_ARRAY(const char *) override;
  tc_api_rules tensors, conditions;
  TC_ARRAY(tc_plan_boundary) functions; /* functions of the program for boundary data */
  /* source function of the program, and the argument `self` of this function; NULL if there is none */
  tetracast_source_function *source;
  void *source_self;
  tc_source_function source_adapter;
  /* tensor function of the program; its member `evaluate` is NULL without a function */
  tc_tensor_function tensor;
  /* true after a call of tetracast_problem_enable_outputs with the argument `mode` */
  bool writes_outputs;
  tetracast_outputs mode;
  tc_api_program
      program; /* used only if the caller is the program tetracast; otherwise program.options is NULL */
  /* number of steppers that retain the problem, plus 1 until the program has destroyed the problem */
  int users;

  /* true after a successful set-up, which sets the members below */
  bool is_set_up;
  int threads; /* number of OpenMP threads of calls on the problem and on steppers */
  tc_world *own_world;
  tc_run_options options;
  tc_run_environment environment; /* environment for reports; its start time is the start of the set-up */
  tc_plan plan;
  tc_prepared prepared;
  /* Outputs and forecasts. The first stepper becomes their owner, and the pointers here become NULL. If its
   * creation fails, they are freed, and has_lost_outputs becomes true. */
  bool has_lost_outputs;
  tc_run_outputs *outputs;
  tc_api_description *description;
};

/* Not collective. Fills in the options with which the config of the problem is read. The options borrow texts
 * from the problem, and options->fallback refers to the array `fallback`. */
void tc_api_problem_options(const tetracast_problem *problem, const char *fallback[2],
                            tc_run_options *options);

/* Collective. Adds an override "key=value" and checks the whole config. After an error the problem is
 * unchanged. Errors (on all ranks): TC_USAGE for the key or value, and for any call after the set-up. */
tc_status tc_api_problem_override(tetracast_problem *problem, const char *key, const char *value);

/* Not collective. Appends `text` to the line, quoted as a YAML value. */
void tc_api_line_quote(tc_line *line, const char *text);

/* Collective. Reads and checks the config. Errors (on all ranks): TC_USAGE. */
tc_status tc_api_problem_check(const tetracast_problem *problem);

/* Collective. The set-up calls the first function before it prepares the problem, and the second function
 * afterwards, while the mesh still exists. Both do nothing if outputs are not enabled. Errors (on all ranks):
 * those of tc_run_outputs_prepare and tc_run_outputs_create; TC_USAGE if there is no checkpoint.file to
 * resume. */
tc_status tc_api_outputs_prepare(tetracast_problem *problem);
tc_status tc_api_outputs_create(tetracast_problem *problem);

/* Collective. Frees the outputs of the problem or of the first stepper, and sets *outputs to NULL. Does
 * nothing if *outputs is NULL. Files that have not been published remain as partial files. */
void tc_api_outputs_free(tetracast_problem *problem, tc_run_outputs **outputs);

/* Collective. Creates the description of the steps of `prepared`, with the machine of the config. Errors (on
 * all ranks): those of tc_forecasts_find_machine; TC_INTERNAL. */
tc_status tc_api_description_create(const tc_prepared *prepared, tc_api_description **out);

/* Collective. Compares methods of time integration. Does so only for the program tetracast with a verbose
 * log. Errors (on all ranks): those of tc_method_trials_run. */
tc_status tc_api_description_compare_methods(const tetracast_problem *problem);

/* Not collective. Frees a description and sets *description to NULL. *description may be NULL. */
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

/* These two functions return the world and the number of threads for calls on the problem. They return NULL
 * and 0 if `problem` is NULL. tc_api_call_begin then reports the error. */
static inline tetracast_world *tc_api_problem_world(const tetracast_problem *problem) {
  return problem ? problem->world : NULL;
}
static inline int tc_api_problem_threads(const tetracast_problem *problem) {
  return problem ? problem->threads : 0;
}

/* Variant of TC_API_CALL for functions of a problem. It returns from the function that contains the macro. */
#define TC_API_PROBLEM_CALL(problem, call)                                                                   \
  TC_API_CALL(tc_api_problem_world(problem), tc_api_problem_threads(problem), call)

/* Not collective. Returns TC_USAGE unless the set-up was successful. The message begins with the text
 * `function`. */
tc_status tc_api_problem_check_set_up(const tetracast_problem *problem, const char *function);

#endif
