#include "blame/profile/data_touch.h"

#include <string.h>

#include "base/containers/array_grow.h"
#include "base/core/memory.h"

/* Below the stack pointer leaf functions may use 128 bytes; above it lie at most as many as a stack usually
 * has. */
enum { RED_ZONE = 128, STACK = 8 << 20, SP = 4 };

struct tc_toucher {
  const tc_samples *samples;
  const tc_facts *facts;
  tc_resolver *resolver;
  tc_intern *texts;
  int process; /* whose objects these are; -1: nobody's */
  tc_objects *objects;
  tc_intern stacks; /* of allocations */
  int room;
  tc_origin *origin; /* [stacks.count] */
  tc_trace trace;
};

tc_status tc_toucher_create(const tc_samples *samples, const tc_facts *facts, tc_resolver *resolver,
                            tc_intern *texts, tc_toucher **out) {
  tc_toucher *toucher = NULL;
  TC_TRY(TC_ALLOC_ZERO(toucher, 1));
  toucher->samples = samples;
  toucher->facts = facts;
  toucher->resolver = resolver;
  toucher->texts = texts;
  toucher->process = -1;
  *out = toucher;
  return TC_OK;
}

void tc_toucher_destroy(tc_toucher **toucher) {
  tc_toucher *t = *toucher;
  if (!t) return;
  tc_objects_destroy(&t->objects);
  tc_intern_clear(&t->stacks);
  tc_free(t->origin);
  tc_free(t);
  *toucher = NULL;
}

/* ---- objects ---- */

typedef struct stack_key {
  int64_t process;
  uint64_t stack[TC_SAMPLER_STACK];
} stack_key;

static tc_status find_origin(tc_toucher *t, int process, const tc_sampler_allocate *record,
                             const tc_origin **out) {
  stack_key key = {.process = process};
  int number;
  bool added;
  const uint32_t depth = record->depth < TC_SAMPLER_STACK ? record->depth : TC_SAMPLER_STACK;
  memcpy(key.stack, record->stack, depth * sizeof *key.stack);
  TC_TRY(TC_GROW(t->origin, t->stacks.count, t->room));
  TC_TRY(tc_intern_add(&t->stacks, &key, sizeof key, &number, &added));
  if (added) {
    TC_TRY(tc_trace_stack(t->resolver, process, record->record.time_ns, record->stack, depth, &t->trace));
    TC_TRY(tc_origin_find(t->facts, &t->trace, t->texts, &t->origin[number]));
  }
  *out = &t->origin[number];
  return TC_OK;
}

/* Objects that nobody names are told apart by where they are allocated. */
static tc_touched touched_object(const tc_origin *origin) {
  return (tc_touched){.kind = TC_TOUCH_OBJECT,
                      .name = origin->name,
                      .site = origin->name ? NULL : origin->site,
                      .owner = origin->owner};
}

static tc_status touch_object(tc_toucher *t, const tc_object *object, uint64_t address, tc_touch *out) {
  const tc_origin *origin;
  const uint64_t into = address - object->record->address, bytes = object->record->bytes;
  TC_TRY(find_origin(t, object->process, object->record, &origin));
  out->touched = touched_object(origin);
  out->bin = (int)((double)into / (double)bytes * TC_TOUCH_BINS);
  if (out->bin >= TC_TOUCH_BINS) out->bin = TC_TOUCH_BINS - 1;
  return TC_OK;
}

static tc_status go_on(tc_toucher *t, int process, uint64_t time_ns) {
  if (t->process != process) {
    tc_objects_destroy(&t->objects);
    TC_TRY(tc_objects_create(t->samples, process, &t->objects));
    t->process = process;
  }
  tc_objects_go(t->objects, time_ns);
  return TC_OK;
}

/* ---- classes ---- */

static tc_status touch_memory(tc_toucher *t, const tc_sampler_sample *sample, uint64_t address,
                              tc_touch *out) {
  bool is_static;
  const char *name, *source;
  const uint64_t top = sample->registers[SP];
  const tc_object *object = tc_objects_find(t->objects, address);
  if (object) return touch_object(t, object, address, out);
  TC_TRY(tc_resolver_static(t->resolver, t->process, sample->record.time_ns, address, &is_static, &name,
                            &source));
  if (is_static)
    out->touched = (tc_touched){.kind = TC_TOUCH_STATIC, .name = name, .site = source};
  else if (address - (top - RED_ZONE) < STACK)
    out->touched.kind = TC_TOUCH_STACK;
  return TC_OK;
}

tc_status tc_toucher_find(tc_toucher *t, int process, const tc_sampler_sample *sample, const tc_trace *trace,
                          tc_touch *out) {
  const tc_operand *operand = &trace->leaf->operand;
  *out = (tc_touch){.touched = {.kind = TC_TOUCH_OTHER}, .bin = -1};
  TC_TRY(go_on(t, process, sample->record.time_ns));
  if (trace->waiting)
    out->touched.kind = TC_TOUCH_WAITING;
  else if (!trace->user_at_leaf)
    out->touched.kind = TC_TOUCH_LIBRARY;
  else if (!trace->leaf->decoded || (operand->memory && operand->thread))
    out->touched.kind = TC_TOUCH_OTHER;
  else if (!operand->memory)
    out->touched.kind = operand->stack ? TC_TOUCH_STACK : TC_TOUCH_ARITHMETIC;
  else if (operand->overwritten)
    out->touched.kind = TC_TOUCH_OVERWRITTEN;
  else
    return touch_memory(t, sample,
                        tc_operand_address(operand, sample->registers, trace->leaf->next + trace->bias), out);
  return TC_OK;
}

/* ---- counts ---- */

static bool is_same(const tc_touched *a, const tc_touched *b) {
  return a->kind == b->kind && a->name == b->name && a->owner == b->owner && (a->name || a->site == b->site);
}

static tc_status count_one(tc_toucher *t, int process, const tc_sampler_allocate *record, int touches,
                           tc_touched *touched) {
  const tc_origin *origin;
  TC_TRY(find_origin(t, process, record, &origin));
  const tc_touched one = touched_object(origin);
  for (int k = 0; k < touches; k++) {
    if (!is_same(&touched[k], &one)) continue;
    touched[k].allocations++;
    if ((int64_t)record->bytes <= touched[k].bytes) continue;
    touched[k].bytes = (int64_t)record->bytes;
    touched[k].site = origin->site;
  }
  return TC_OK;
}

tc_status tc_toucher_count(tc_toucher *t, int touches, tc_touched *touched) {
  for (int p = 0; p < t->samples->processes; p++)
    for (int a = 0; a < t->samples->process[p].allocations; a++)
      TC_TRY(count_one(t, p, t->samples->process[p].allocation[a], touches, touched));
  return TC_OK;
}
