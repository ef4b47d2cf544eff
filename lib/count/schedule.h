/* Schedule of a product: its stages in order, and where ranks wait for each other. Each strategy defines a
 * constant schedule; models compute the cost of its stages (model/step/predict.h), and phases of a run are
 * timed by the same names. Pure data. */
#ifndef TC_COUNT_SCHEDULE_H
#define TC_COUNT_SCHEDULE_H

#include <stdbool.h>

#include "base/ledger/ledger.h"

/* Kinds of sync: which ranks wait, and for what. */
typedef enum tc_sync_kind {
  TC_SYNC_BARRIER,   /* a barrier of all ranks; what they stored or put before it can be read after it */
  TC_SYNC_GUARD,     /* a barrier of all ranks; what they read before it may be overwritten after it */
  TC_SYNC_NEIGHBOURS /* each rank waits for the messages of its peers */
} tc_sync_kind;

typedef struct tc_stage {
  int phase;         /* phase; TC_PHASE_wait: a sync */
  tc_sync_kind sync; /* kind of a sync */
  bool two_sided;    /* of a transfer: the receiver must call MPI to receive */
  bool by_terms;     /* of computing: counts terms instead of rows, on whichever rank their rows are */
  bool all_values;   /* on a device: all owned values are transferred to the host or back, not only those that
                        are sent */
  bool placed; /* on a device, of unpacking: received values are already in place and only need the upload */
} tc_stage;

enum { TC_STAGES_MAX = 12 }; /* for a step; a product has two fewer (model/step/model.h) */

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
/* TC_SCHEDULE(TC_STAGE(pack), TC_STAGE(transfer), TC_SYNC(BARRIER), ..) */
#define TC_SCHEDULE(...)                                                                                     \
  {                                                                                                          \
    sizeof((tc_stage[]){__VA_ARGS__}) / sizeof(tc_stage), { __VA_ARGS__ }                                    \
  }

#endif
