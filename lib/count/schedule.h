/* Schedule of a product: its stages in order, and where ranks wait for each other. Each strategy defines a
 * constant schedule; models compute the cost of its stages (model/step/predict.h), and phases of a run are
 * timed by the same names. Pure data. */
#ifndef TC_COUNT_SCHEDULE_H
#define TC_COUNT_SCHEDULE_H

#include <stdbool.h>

#include "base/ledger/ledger.h"

/* Kinds of sync: which ranks wait, and for what. */
typedef enum tc_sync_kind {
  TC_SYNC_BARRIER,   /* barrier of all ranks: values stored or put before it can be read after it */
  TC_SYNC_GUARD,     /* barrier of all ranks: memory read before it may be overwritten after it */
  TC_SYNC_NEIGHBOURS /* each rank waits for the messages of its peers */
} tc_sync_kind;

typedef struct tc_stage {
  int phase;         /* phase as which the stage is timed; TC_PHASE_wait for a sync */
  tc_sync_kind sync; /* kind of the sync, if phase is TC_PHASE_wait */
  bool two_sided;    /* for a transfer: the receiver must call MPI to receive */
  bool by_terms; /* for computing: the rank computes single terms, also of other ranks' rows, instead of whole
                    rows (bcs) */
  bool all_values; /* on a device: all owned values are transferred between host and device, not only those
                      that the rank sends */
  bool placed; /* on a device, for unpacking: values were received in place and only need to be uploaded */
} tc_stage;

enum { TC_STAGES_MAX = 12 }; /* maximum for a step; a product has at most two fewer (model/step/model.h) */

/* A schedule. Products of a run follow each other, so the first stage follows the last one. A phase other
 * than waiting occurs at most once. */
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
