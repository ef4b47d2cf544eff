/* Transports of the program. Each is a copy of the program's struct with an adapter, which implements a
 * transport of the library (comm/exchange/transport.h) by calling the functions of the program. The adapter
 * uses a separate communicator, so that no message matches one of the library. Its traffic is counted, and
 * its stages are scheduled, as those of the transport `neighbour`. */
#include "api/include/tetracast/transport.h"

#include <assert.h>
#include <string.h>

#include "api/call/call.h"
#include "api/world/strategies.h"
#include "api/world/transport_object.h"
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/world/tally.h"

#define TC_PHASE "opening a transport of the program"

static_assert(sizeof(tetracast_transport) == offsetof(tetracast_transport, self) + sizeof(void *),
              "members that are appended must not use the padding of earlier versions");

void tetracast_halo_lists(const tetracast_halo *halo, int *peers, const int **peer,
                          const int32_t **send_begin, const int32_t **send_row,
                          const int32_t **receive_begin) {
  const tc_halo *h = (const tc_halo *)(const void *)halo;
  if (peers) *peers = h->peers;
  if (peer) *peer = h->peer;
  if (send_begin) *send_begin = h->send_begin;
  if (send_row) *send_row = h->send_index;
  if (receive_begin) *receive_begin = h->recv_begin;
}

/* ---- adapter ---- */

/* Data of a transport between its creation and its destruction. */
typedef struct open_transport {
  const struct tc_api_transport *entry;
  tc_world *world;
  const tc_halo *halo;
  MPI_Comm comm;
  bool is_open;  /* true if the program's function `open` has succeeded */
  void *context; /* pointer that the program's function `open` has returned */
} open_transport;

/* Frees a transport. After a local error it does not call the program's function `close`, because other ranks
 * may not call it, and messages may still use the program's memory. */
static void destroy_transport(void *context) {
  open_transport *o = context;
  const bool is_broken = o->world->mpi->is_broken;
  if (o->is_open && !is_broken) o->entry->program.close(o->context);
  if (o->comm != MPI_COMM_NULL && !is_broken) MPI_Comm_free(&o->comm);
  tc_free(o);
}

static tc_status call_open(open_transport *o) {
  const tetracast_transport *program = &o->entry->program;
  const int result =
      program->open(program->self, (const tetracast_halo *)(const void *)o->halo, o->comm, &o->context);
  o->is_open = result == 0;
  if (o->is_open) return TC_OK;
  return tc_status_create(TC_CALLBACK,
                          "transport %s: open has returned %d, which reports an error: correct its cause in "
                          "the program",
                          program->name, result);
}

static tc_status open_on_all(open_transport *o) {
  TC_TRY(TC_MPI(o->world, MPI_Comm_dup(tc_world_comm(o->world), &o->comm)));
  return tc_world_agree(o->world, call_open(o));
}

static tc_status create_transport(const tc_transport_setup *setup, void **context) {
  open_transport *o = NULL;
  TC_TRY(TC_WORLD_ALLOC(setup->world, o, 1));
  *o = (open_transport){.entry = (const struct tc_api_transport *)(const void *)setup->transport,
                        .world = setup->world,
                        .halo = setup->halo,
                        .comm = MPI_COMM_NULL};
  TC_RETURN_CREATED(open_on_all(o), o, destroy_transport(o), context);
}

/* Converts the result of a function of the program into a status. An error is local to this rank, because
 * other ranks may wait for messages of this rank, so that the ranks cannot agree on the error. */
static tc_status check_result(const open_transport *o, const char *function, int result) {
  if (result == 0) return TC_OK;
  o->world->mpi->is_broken = true;
  return tc_status_create_local(TC_CALLBACK, "transport %s: %s has returned %d: end all ranks with MPI_Abort",
                                o->entry->program.name, function, result);
}

static bool is_counted(const open_transport *o) {
  return o->entry->program.count_rule == TETRACAST_COUNT_UNIQUE;
}

static tc_status begin_transport(void *context, const tc_vector *x, const tc_vector *into,
                                 tc_ledger *ledger) {
  const open_transport *o = context;
  const double now = tc_now_s();
  const int32_t *begin = o->halo->send_begin;
  (void)into;
  TC_TRY(check_result(o, "begin", o->entry->program.begin(o->context, x->value)));
  for (int p = 0; is_counted(o) && p < o->halo->peers; p++)
    if (begin[p + 1] > begin[p]) tc_tally_sent(o->world, o->halo->peer[p], begin[p + 1] - begin[p], ledger);
  tc_ledger_add_time(ledger, TC_PHASE_transfer, now);
  return TC_OK;
}

static tc_status end_transport(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger) {
  const open_transport *o = context;
  const double now = tc_now_s();
  const int32_t *begin = o->halo->recv_begin;
  (void)x;
  TC_TRY(check_result(o, "end", o->entry->program.end(o->context, into->value + into->owned)));
  for (int p = 0; is_counted(o) && p < o->halo->peers; p++)
    tc_tally_received(o->world, o->halo->peer[p], begin[p + 1] - begin[p], ledger);
  tc_ledger_add_time(ledger, TC_PHASE_wait, now);
  return TC_OK;
}

static tc_status count_nothing(const tc_pattern *pattern, const tc_distribution *distribution,
                               const int *node_of_rank, int rank, tc_counts *out) {
  (void)pattern, (void)distribution, (void)node_of_rank, (void)rank;
  *out = (tc_counts){0};
  return TC_OK;
}

static void fill_entry(const tetracast_transport *program, struct tc_api_transport *entry) {
  const tc_transport *neighbour = tc_strategy_find("neighbour")->transport;
  const bool counts = program->count_rule == TETRACAST_COUNT_UNIQUE;
  entry->program = *program;
  entry->transport = (tc_transport){.name = program->name,
                                    .summary = program->summary,
                                    .is_uncounted = !counts,
                                    .schedule = neighbour->schedule,
                                    .create = create_transport,
                                    .destroy = destroy_transport,
                                    .begin = begin_transport,
                                    .end = end_transport,
                                    .count = counts ? neighbour->count : count_nothing};
  entry->strategy =
      (tc_strategy){.name = program->name, .summary = program->summary, .transport = &entry->transport};
}

/* ---- registration ---- */

#define TC_WHERE "tetracast_world_add_transport"

/* Copies the struct of the program, which may have been compiled with another version. Members that the
 * program's version lacks become 0. Members that this version lacks must be 0. */
static tc_status copy_struct(const tetracast_transport *given, tetracast_transport *out) {
  const char *byte = (const char *)given;
  const size_t first_size = offsetof(tetracast_transport, self) + sizeof given->self; /* version 0.2.0 */
  *out = (tetracast_transport){0};
  TC_TRY(tc_api_check_argument(given, "transport"));
  if (given->size < first_size)
    return tc_status_create(TC_USAGE, TC_WHERE ": size is %zu: set it to sizeof(tetracast_transport)",
                            given->size);
  memcpy(out, given, given->size < sizeof *out ? given->size : sizeof *out);
  for (size_t i = sizeof *out; i < given->size; i++)
    if (byte[i])
      return tc_status_create(TC_USAGE, TC_WHERE
                              ": a member is set that this version of the library does not have: use "
                              "a later version");
  return TC_OK;
}

static tc_status check_name(const tetracast_world *world, const char *name) {
  const size_t length = name ? strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") : 0;
  if (length == 0 || length > 40 || name[length])
    return tc_status_create(TC_USAGE,
                            TC_WHERE ": invalid name %.60s: use 1 to 40 small letters, digits and hyphens",
                            name ? name : "NULL");
  for (int i = 0; i < tc_api_strategy_count(world); i++)
    if (strcmp(tc_api_strategy_at(world, i)->name, name) == 0)
      return tc_status_create(TC_USAGE,
                              TC_WHERE ": name %s: the world has a strategy of this name: use another", name);
  return TC_OK;
}

static tc_status check_transport(const tetracast_world *world, const tetracast_transport *t) {
  TC_TRY(check_name(world, t->name));
  TC_TRY(tc_api_check_argument(t->summary, "summary"));
  if (!t->open || !t->close || !t->begin || !t->end)
    return tc_status_create(TC_USAGE, TC_WHERE ": %s: a function is NULL: set open, close, begin and end",
                            t->name);
  if (t->count_rule == TETRACAST_COUNT_NONE || t->count_rule == TETRACAST_COUNT_UNIQUE) return TC_OK;
  return tc_status_create(TC_USAGE,
                          TC_WHERE ": %s: count_rule %d is unknown: use a value of tetracast_count_rule",
                          t->name, (int)t->count_rule);
}

/* Not collective. Checks the transport, allocates its entry, and reserves memory for it in the list of
 * transports. */
static tc_status prepare_entry(tetracast_world *world, const tetracast_transport *given,
                               struct tc_api_transport **out) {
  tetracast_transport t;
  world->transports.pool = &world->pool;
  TC_TRY(copy_struct(given, &t));
  TC_TRY(check_transport(world, &t));
  TC_TRY(TC_POOL_ARRAY_ZERO(&world->pool, *out, 1));
  TC_TRY(tc_pool_printf(&world->pool, &t.name, "%s", t.name));
  TC_TRY(tc_pool_printf(&world->pool, &t.summary, "%s", t.summary));
  fill_entry(&t, *out);
  return TC_ARRAY_RESERVE(&world->transports, 1);
}

static tc_status add_transport(tetracast_world *world, const tetracast_transport *given) {
  struct tc_api_transport *entry = NULL;
  TC_TRY(tc_world_agree(world->world, prepare_entry(world, given, &entry)));
  world->transports.item[world->transports.count++] = entry;
  return TC_OK;
}

tetracast_error *tetracast_world_add_transport(tetracast_world *world, const tetracast_transport *transport) {
  TC_API_CALL(world, 0, add_transport(world, transport));
}
