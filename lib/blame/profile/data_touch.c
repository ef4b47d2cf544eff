/* Classifies the data that the instruction of a sample touched (see data_touch.h). An address is first
 * searched among the live allocations at the time of the sample, then among the static variables of the
 * loaded modules, then in the stack of the thread. Names of allocations are cached by their stacks. */
#include "blame/profile/data_touch.h"

#include <string.h>

#include "base/core/memory.h"

/* RED_ZONE: number of bytes below the stack pointer that leaf functions may use. STACK: number of bytes above
 * the stack pointer that count as stack (the usual size limit of a stack). SP: number of the stack pointer's
 * register. */
enum { RED_ZONE = 128, STACK = 8 << 20, SP = 4 };

struct tb_touch_classifier {
  const tb_samples *samples;
  const tb_facts *facts;
  tb_resolver *resolver;
  tc_map *texts;
  int process; /* index of the process whose allocations `objects` contains; -1 if there is none */
  tb_live_allocations *objects;
  tc_map names; /* names of the allocations by stack_key; values are tb_allocation_name */
  tb_call_stack trace;
};

tc_status tb_touch_classifier_create(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                     tc_map *texts, tb_touch_classifier **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "toucher", out));
  tb_touch_classifier *toucher = *out;
  toucher->samples = samples;
  toucher->facts = facts;
  toucher->resolver = resolver;
  toucher->texts = texts;
  toucher->process = -1;
  toucher->names.value_bytes = sizeof(tb_allocation_name);
  return TC_OK;
}

void tb_touch_classifier_destroy(tb_touch_classifier **toucher) {
  tb_touch_classifier *t = *toucher;
  if (!t) return;
  tb_live_allocations_destroy(&t->objects);
  tc_map_free(&t->names);
  tc_free(t);
  *toucher = NULL;
}

/* ---- allocated objects ---- */

typedef struct stack_key {
  int64_t process;
  uint64_t stack[TS_SAMPLER_STACK];
} stack_key;

static tc_status find_origin(tb_touch_classifier *t, int process, const ts_file_allocation *record,
                             const tb_allocation_name **out) {
  stack_key key = {.process = process};
  int number;
  bool added;
  const uint32_t depth = record->depth < TS_SAMPLER_STACK ? record->depth : TS_SAMPLER_STACK;
  memcpy(key.stack, record->stack, depth * sizeof *key.stack);
  TC_TRY(tc_map_add(&t->names, &key, sizeof key, &number, &added));
  *out = tc_map_value(&t->names, number);
  if (!added) return TC_OK;
  TC_TRY(tb_call_stack_from_addresses(t->resolver, process, record->record.time_ns, record->stack, depth,
                                      &t->trace));
  return tb_allocation_name_find(t->facts, &t->trace, t->texts, tc_map_value(&t->names, number));
}

/* Describes a touched object. Objects without a name are distinguished by the site of their allocation. */
static tb_touched_data touched_object(const tb_allocation_name *origin) {
  return (tb_touched_data){.kind = TB_TOUCH_OBJECT,
                           .name = origin->name,
                           .site = origin->name ? NULL : origin->site,
                           .owner = origin->owner};
}

static tc_status touch_object(tb_touch_classifier *t, const tb_live_allocation *object, uint64_t address,
                              tb_data_touch *out) {
  const tb_allocation_name *origin;
  const uint64_t into = address - object->record->address, bytes = object->record->bytes;
  TC_TRY(find_origin(t, object->process, object->record, &origin));
  out->touched = touched_object(origin);
  out->bin = (int)((double)into / (double)bytes * TB_TOUCH_BINS);
  if (out->bin >= TB_TOUCH_BINS) out->bin = TB_TOUCH_BINS - 1;
  return TC_OK;
}

static tc_status advance_allocations(tb_touch_classifier *t, int process, uint64_t time_ns) {
  if (t->process != process) {
    tb_live_allocations_destroy(&t->objects);
    TC_TRY(tb_live_allocations_create(t->samples, process, &t->objects));
    t->process = process;
  }
  tb_live_allocations_advance(t->objects, time_ns);
  return TC_OK;
}

/* ---- kinds of touched data ---- */

static tc_status touch_memory(tb_touch_classifier *t, const ts_file_sample *sample, uint64_t address,
                              tb_data_touch *out) {
  bool is_static;
  const char *name, *source;
  const uint64_t top = sample->registers[SP];
  const tb_live_allocation *object = tb_live_allocations_find(t->objects, address);
  if (object) return touch_object(t, object, address, out);
  TC_TRY(tb_resolver_static(t->resolver, t->process, sample->record.time_ns, address, &is_static, &name,
                            &source));
  if (is_static)
    out->touched = (tb_touched_data){.kind = TB_TOUCH_STATIC, .name = name, .site = source};
  else if (address - (top - RED_ZONE) < STACK)
    out->touched.kind = TB_TOUCH_STACK;
  return TC_OK;
}

tc_status tb_touch_classifier_find(tb_touch_classifier *t, int process, const ts_file_sample *sample,
                                   const tb_call_stack *trace, tb_data_touch *out) {
  const tb_x86_operand *operand = &trace->leaf->operand;
  *out = (tb_data_touch){.touched = {.kind = TB_TOUCH_OTHER}, .bin = -1};
  TC_TRY(advance_allocations(t, process, sample->record.time_ns));
  if (trace->waiting)
    out->touched.kind = TB_TOUCH_WAITING;
  else if (!trace->user_at_leaf)
    out->touched.kind = TB_TOUCH_LIBRARY;
  else if (!trace->leaf->decoded || (operand->memory && operand->thread))
    out->touched.kind = TB_TOUCH_OTHER;
  else if (!operand->memory)
    out->touched.kind = operand->stack ? TB_TOUCH_STACK : TB_TOUCH_ARITHMETIC;
  else if (operand->overwritten)
    out->touched.kind = TB_TOUCH_OVERWRITTEN;
  else
    return touch_memory(t, sample,
                        tb_x86_operand_address(operand, sample->registers, trace->leaf->next + trace->bias),
                        out);
  return TC_OK;
}

/* ---- numbers of allocations ---- */

static bool is_same(const tb_touched_data *a, const tb_touched_data *b) {
  return a->kind == b->kind && a->name == b->name && a->owner == b->owner && (a->name || a->site == b->site);
}

static tc_status count_one(tb_touch_classifier *t, int process, const ts_file_allocation *record, int touches,
                           tb_touched_data *touched) {
  const tb_allocation_name *origin;
  TC_TRY(find_origin(t, process, record, &origin));
  const tb_touched_data one = touched_object(origin);
  for (int k = 0; k < touches; k++) {
    if (!is_same(&touched[k], &one)) continue;
    touched[k].allocations++;
    if ((int64_t)record->bytes <= touched[k].bytes) continue;
    touched[k].bytes = (int64_t)record->bytes;
    touched[k].site = origin->site;
  }
  return TC_OK;
}

tc_status tb_touch_classifier_count(tb_touch_classifier *t, int touches, tb_touched_data *touched) {
  for (int p = 0; p < t->samples->processes; p++)
    for (int a = 0; a < t->samples->process[p].allocations; a++)
      TC_TRY(count_one(t, p, t->samples->process[p].allocation[a], touches, touched));
  return TC_OK;
}
