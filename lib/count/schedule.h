/* Schedule of a product: its stages (pack, transfer, compute, ..) in order, including those in which ranks
 * wait for each other. Each strategy has a constant schedule. Models forecast the time of each stage
 * (model/step/predict.h), and runs measure the time of the phase with the same name. The module contains
 * constant data only. */
#ifndef TC_COUNT_SCHEDULE_H
#define TC_COUNT_SCHEDULE_H

#include <stdbool.h>

#include "base/ledger/ledger.h"

/* Kinds of sync. A sync is a stage of a schedule in which ranks wait. */
typedef enum tc_sync_kind {
  TC_SYNC_BARRIER,   /* barrier of all ranks; values written before the barrier can be read after it */
  TC_SYNC_GUARD,     /* barrier of all ranks; memory read before the barrier may be overwritten after it */
  TC_SYNC_NEIGHBOURS /* each rank waits for the messages of its peers */
} tc_sync_kind;

typedef struct tc_stage {
  /* phase of the ledger to which runs add the time of the stage; TC_PHASE_wait if the stage is a sync */
  int phase;
  tc_sync_kind sync; /* kind of sync if phase is TC_PHASE_wait; otherwise unused */
  bool two_sided;    /* for phase transfer: true if the receiver must call MPI to receive */
  bool by_terms;     /* for phase compute: true if the rank computes single terms of rows that may belong to
                      * other ranks, instead of whole rows (bcs) */
  bool all_values;   /* on a device: true if the host and the device exchange all owned values, false if only
                        the values that the rank sends */
  bool placed; /* on a device, for phase unpack: true if values were received at their final place in the
                * host's vector, and only need to be uploaded */
} tc_stage;

/* Maximum number of stages of a product, number of stages that a step adds to those of the product
 * (model/step/model.h), and maximum number of stages of a step. */
enum {
  TC_PRODUCT_STAGES_MAX = 10,
  TC_STEP_STAGES = 5,
  TC_STAGES_MAX = TC_PRODUCT_STAGES_MAX + TC_STEP_STAGES
};

/* A schedule. The schedule is repeated for each product, so the last stage is followed by the first stage of
 * the next product. Each phase except TC_PHASE_wait occurs at most once. */
typedef struct tc_schedule {
  int stages;
  tc_stage stage[TC_STAGES_MAX];
} tc_schedule;

#define TC_STAGE(name)                                                                                       \
  { .phase = TC_PHASE_##name }
#define TC_STAGE_TWO_SIDED                                                                                   \
  { .phase = TC_PHASE_transfer, .two_sided = true }
#define TC_STAGE_BY_TERMS                                                                                    \
  { .phase = TC_PHASE_compute, .by_terms = true }
#define TC_SYNC(who)                                                                                         \
  { .phase = TC_PHASE_wait, .sync = TC_SYNC_##who }
/* Defines the stages of a schedule: TC_SCHEDULE(TC_STAGE(pack), TC_STAGE(transfer), TC_SYNC(BARRIER), ..). */
#define TC_SCHEDULE(...)                                                                                     \
  {                                                                                                          \
    sizeof((tc_stage[]){__VA_ARGS__}) / sizeof(tc_stage), { __VA_ARGS__ }                                    \
  }

#endif
