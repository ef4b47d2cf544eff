#include "solve/history.h"

#include <stdio.h>

#include "base/memory.h"
#include "solve/field.h"

/* What every history begins with. */
static const char *const first[] = {"time", "integral", "min", "max"};
enum { firsts = sizeof first / sizeof *first };

static tc_status allocate(tc_history *h) {
  TC_TRY(TC_ALLOC(h->name, h->columns));
  return TC_ALLOC_ZERO(h->row, h->columns);
}

static void name_columns(tc_history *h) {
  for (int i = 0; i < firsts; i++) snprintf(h->name[i], TC_HISTORY_NAME, "%s", first[i]);
  for (int i = 0; i < h->probes->count; i++)
    snprintf(h->name[firsts + i], TC_HISTORY_NAME, "probe_%d", i + 1);
}

tc_status tc_history_create(const tc_space *space, const tc_probes *probes, tc_history **out) {
  tc_history *h = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, h, 1));
  *h = (tc_history){.space = space, .probes = probes, .columns = firsts + probes->count};
  tc_status status = tc_world_agree(space->world, allocate(h));
  if (status) {
    tc_history_destroy(&h);
    return status;
  }
  name_columns(h);
  *out = h;
  return TC_OK;
}

void tc_history_destroy(tc_history **history) {
  if (!*history) return;
  tc_free((*history)->name);
  tc_free((*history)->row);
  tc_free(*history);
  *history = NULL;
}

tc_status tc_history_look(tc_history *h, const tc_instant *now) {
  tc_field field;
  TC_TRY(tc_field_describe(h->space, now->value, &field));
  const double begin[firsts] = {now->time, field.integral, field.min, field.max};
  for (int i = 0; i < firsts; i++) h->row[i] = begin[i];
  return tc_probes_look(h->space->world, h->probes, now->value, h->row + firsts);
}

int64_t tc_history_every(int64_t wish, int64_t steps) {
  return wish > 0 ? wish : steps / TC_HISTORY_ROWS + (steps % TC_HISTORY_ROWS > 0) + (steps == 0);
}
