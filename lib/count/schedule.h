/* What a multiply does one after the other, and where ranks wait for each other. Pure data, said by each
 * strategy: models price the stages (model/step/predict.h). */
#ifndef TC_COUNT_SCHEDULE_H
#define TC_COUNT_SCHEDULE_H

#include <stdbool.h>

#include "base/ledger/ledger.h"

/* Who waits for whom, and what for. */
typedef enum tc_sync_kind {
  TC_SYNC_BARRIER,   /* a barrier of all ranks: what they stored or put before it can be read behind it */
  TC_SYNC_GUARD,     /* a barrier of all ranks: what they read before it may be overwritten behind it */
  TC_SYNC_NEIGHBOURS /* each rank waits for the messages of those that it exchanges values with */
} tc_sync_kind;

typedef struct tc_stage {
  int phase;         /* TC_PHASE_wait: a meeting */
  tc_sync_kind sync; /* of a meeting */
  bool two_sided;    /* of a transfer: what one rank sends the other has to receive */
  bool by_terms;     /* of computing: not rows, but as many terms as are counted, wherever their rows lie */
  bool all_values;   /* on a device: all own values cross to the processor or back, those that are sent too */
  bool placed;       /* on a device, of unpacking: what has come lies where it belongs and only goes up */
} tc_stage;

enum { TC_STAGES_MAX = 12 }; /* of a step; a product has two less (model/step/model.h) */

/* The multiplies of a run follow each other: behind the last stage comes the first. A phase other than
 * waiting stands in it once at most. */
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
