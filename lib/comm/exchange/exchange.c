#include "comm/exchange/exchange.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/memory/device_mirror.h"

static tc_status create_transport(bool copy, const tc_halo *halo, const tc_arena *arena, tc_exchange *e) {
  if (copy) TC_TRY(tc_arena_create(e->world, false, 1, halo->owned, halo->ghosts, &e->copy));
  const tc_transport_setup route = {e->transport, e->world, halo, arena, copy ? e->copy : arena};
  return e->transport->create(&route, &e->context);
}

tc_status tc_exchange_create(const tc_transport *transport, bool copy, tc_world *world, const tc_halo *halo,
                             const tc_arena *arena, tc_exchange **out) {
  tc_exchange *e = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, e, 1));
  e->transport = transport;
  e->world = world;
  TC_RETURN_CREATED(create_transport(copy, halo, arena, e), e, tc_exchange_destroy(&e), out);
}

void tc_exchange_destroy(tc_exchange **exchange) {
  tc_exchange *e = *exchange;
  if (!e) return;
  if (e->context) e->transport->destroy(e->context);
  tc_arena_destroy(&e->copy);
  tc_free(e);
  *exchange = NULL;
}

const tc_vector *tc_exchange_target(const tc_exchange *e, const tc_vector *x) {
  return e->copy ? e->copy->vector : x;
}

/* Downloads all owned values of x from the device if other ranks read them directly from host memory. */
static void download_vector(const tc_exchange *e, const tc_vector *x, tc_ledger *ledger) {
  const double now = tc_now_s();
  if (!x->mirror || !e->transport->shared) return;
  tc_device_mirror_download(x, 0, x->owned, x->value);
  tc_ledger_add_time(ledger, TC_PHASE_pack, now);
}

/* Uploads to the device the values of `into` that the transport has filled: the ghosts, or all values if the
 * transport also fills the owned values. */
static void upload_received(const tc_exchange *e, const tc_vector *into, tc_ledger *ledger) {
  const double now = tc_now_s();
  const int32_t first = e->transport->all_values ? 0 : into->owned;
  if (!into->mirror || e->transport->exchanges_nothing) return;
  tc_device_mirror_upload(into, first, into->owned + into->ghosts - first, into->value + first);
  tc_ledger_add_time(ledger, TC_PHASE_unpack, now);
}

tc_status tc_exchange_begin(tc_exchange *e, const tc_vector *x, tc_ledger *ledger) {
  download_vector(e, x, ledger);
  return e->transport->begin(e->context, x, tc_exchange_target(e, x), ledger);
}

static void copy_owned(const tc_vector *x, tc_vector *copy, tc_ledger *ledger) {
  const double now = tc_now_s();
  if (x->mirror)
    tc_device_mirror_copy(x, copy);
  else
    tc_vector_copy(x, copy);
  ledger->count.copied_values += x->owned;
  tc_ledger_add_values(ledger, TC_PHASE_copy, x->owned);
  tc_ledger_add_time(ledger, TC_PHASE_copy, now);
}

tc_status tc_exchange_end(tc_exchange *e, const tc_vector *x, const double **complete, tc_ledger *ledger) {
  const tc_vector *into = tc_exchange_target(e, x);
  TC_TRY(e->transport->end(e->context, x, into, ledger));
  upload_received(e, into, ledger);
  if (e->copy && !e->transport->all_values) copy_owned(x, e->copy->vector, ledger);
  *complete = into->value;
  return TC_OK;
}

static void copy_ghosts(const tc_vector *copy, tc_vector *x, tc_ledger *ledger) {
  const double now = tc_now_s();
  for (int32_t g = x->owned; g < x->owned + x->ghosts; g++) x->value[g] = copy->value[g];
  tc_ledger_add_values(ledger, TC_PHASE_copy, x->ghosts);
  tc_ledger_add_time(ledger, TC_PHASE_copy, now);
}

tc_status tc_exchange_receive(tc_exchange *e, tc_vector *x, tc_ledger *ledger) {
  const tc_vector *into = tc_exchange_target(e, x);
  TC_TRY(e->transport->end(e->context, x, into, ledger));
  if (e->copy) copy_ghosts(into, x, ledger);
  return TC_OK;
}

static void add_stage(tc_schedule *schedule, tc_stage stage) { schedule->stage[schedule->stages++] = stage; }

tc_schedule tc_exchange_device_schedule(const tc_transport *transport) {
  const tc_schedule *host_schedule = &transport->schedule;
  tc_schedule s = {0};
  bool has_unpack = false;
  add_stage(&s, (tc_stage){.phase = TC_PHASE_pack, .all_values = transport->shared});
  for (int i = 0; i < host_schedule->stages; i++) {
    tc_stage stage = host_schedule->stage[i];
    if (stage.phase == TC_PHASE_pack) continue;
    has_unpack = has_unpack || stage.phase == TC_PHASE_unpack;
    stage.all_values = stage.phase == TC_PHASE_unpack && transport->all_values;
    if (stage.phase == TC_PHASE_compute && !has_unpack)
      add_stage(&s, (tc_stage){.phase = TC_PHASE_unpack, .placed = true});
    add_stage(&s, stage);
  }
  return s;
}
