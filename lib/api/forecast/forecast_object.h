/* Defines the structs of the public types tetracast_machine and tetracast_forecast. */
#ifndef TC_API_FORECAST_FORECAST_OBJECT_H
#define TC_API_FORECAST_FORECAST_OBJECT_H

#include "api/include/tetracast/forecast.h"
#include "api/problem/problem_object.h"
#include "run/dry_run/dry_run_report.h"

struct tetracast_machine {
  tetracast_world *world;     /* retained */
  tc_dry_run_machine machine; /* root only; owned */
  char *path;                 /* path of the machine file on the root; NULL if the machine was measured */
};

/* Forecast of one strategy. The struct contains no pointers, so that its bytes can be broadcast. */
typedef struct tc_api_forecast_item {
  int strategy; /* index of the strategy in tc_api_strategy_at */
  /* Forecast times in s by model: for a whole step, and for each part of a step (pack, transfer, ..). NaN if
   * the model lacks a parameter of the machine. */
  double step_s[TC_MODEL_COUNT], part_s[TC_MODEL_COUNT][TC_PHASE_COUNT];
  tc_counts counts; /* counts of one step, summed over all ranks */
  tc_job_times job,
      job_phase[TC_JOB_PHASE_COUNT]; /* whole job and its phases: forecasts and bounds; NaN if unknown */
} tc_api_forecast_item;

struct tetracast_forecast {
  tetracast_world *world; /* retained */
  /* `count`: number of strategies; `model`: index of the model that is used if the caller names none */
  int count, model;
  int ranks;                  /* number of virtual ranks */
  tc_api_forecast_item *item; /* [count] sorted by the step time that `model` forecasts; owned */
  char *report;               /* JSON; root only; owned */
  tc_counts *rank_counts; /* [strategies of the world][ranks] counts of a step by rank; root only; owned */
};

/* Inputs of a forecast; all are borrowed. */
typedef struct tc_api_forecast_inputs {
  const tc_run_options *options;
  const tc_run_environment *environment;
  tc_config *config;
  tc_mesh *mesh; /* mesh of the program; NULL if the root reads mesh.file of the config */
  const tc_dry_run_machine *machine;
  tc_dry_run_case shape;
} tc_api_forecast_inputs;

/* Not collective, on the root. Counts the traffic of inputs->shape and forecasts its times. Fills in *out and
 * allocates its arrays for all strategies of the world. Errors: TC_USAGE if the case is impossible. */
tc_status tc_api_forecast_compute(const tc_api_forecast_inputs *inputs, tetracast_forecast *out);

#endif
