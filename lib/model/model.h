/* Performance models: each turns counts into seconds, term by term. Pure: no MPI, no clock, no memory. */
#ifndef TC_MODEL_MODEL_H
#define TC_MODEL_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/counts.h"
#include "base/registry.h"
#include "machine/params.h"

/* One rank as a model sees it. */
typedef struct tc_load {
  int node;
  int32_t rows;
  int width; /* r_nz */
  tc_counts count;
} tc_load;

/* A term: seconds that one rank spends on it in a step. */
typedef double tc_model_term(const tc_params *machine, const tc_load *load);

/* The terms; predict.h tells how they are put together. */
typedef struct tc_model {
  const char *name;
  const char *summary;
  /* Whether the machine's parameters suffice for this load. */
  bool (*possible)(const tc_params *machine, const tc_load *load);
  tc_model_term *pack;
  tc_model_term *local_transfer;    /* inside the node: its ranks do it at the same time */
  tc_model_term *remote_transfer;   /* with other nodes: the ranks of a node do it one after the other */
  tc_model_term *remote_individual; /* with other nodes too, but each rank on its own: single values */
  tc_model_term *copy;
  tc_model_term *unpack;
  tc_model_term *compute;                                 /* with what is read while computing */
  double (*barrier)(const tc_params *machine, int nodes); /* of all ranks */
} tc_model;

TC_REGISTRY(tc_model); /* models.def */

/* The models by number, as tc_model_at takes it. TC_MODEL_AUTO, which tc_registry_choose gives for the word
 * auto, stands for the best that the machine is known well enough for. */
enum {
#define TC_ENTRY(name) TC_MODEL_##name,
#include "model/models.def"
#undef TC_ENTRY
  TC_MODEL_COUNT,
  TC_MODEL_AUTO = -1
};

#endif
