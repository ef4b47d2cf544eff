/* Transport that exchanges nothing: ghosts remain zero. It is used to measure the time of the computation
 * alone. On several ranks the result of a product is therefore wrong. */
#include "comm/exchange/transport.h"

static tc_status create_none(const tc_transport_setup *setup, void **context) {
  (void)setup, (void)context;
  return TC_OK;
}

static void destroy_none(void *context) { (void)context; }

static tc_status exchange_nothing(void *context, const tc_vector *x, const tc_vector *into,
                                  tc_ledger *ledger) {
  (void)context, (void)x, (void)into, (void)ledger;
  return TC_OK;
}

static tc_status count_none(const tc_pattern *pattern, const tc_distribution *distribution,
                            const int *node_of_rank, int rank, tc_counts *out) {
  (void)pattern, (void)distribution, (void)node_of_rank, (void)rank;
  *out = (tc_counts){0};
  return TC_OK;
}

const tc_transport tc_transport_none = {
    .name = "none",
    .summary = "no exchange: measures computing alone, its result is invalid on several ranks",
    .exchanges_nothing = true,
    .schedule = TC_SCHEDULE(TC_STAGE(compute)),
    .create = create_none,
    .destroy = destroy_none,
    .begin = exchange_nothing,
    .end = exchange_nothing,
    .count = count_none,
};
