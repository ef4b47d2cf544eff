/* Classifies the data that the instruction of a sample touched (see data_touch.h). An address is first
 * searched among the live allocations at the time of the sample. Then the static variables of the loaded
 * modules and the stack of the thread are searched. Names of allocations are cached by their stacks. */
#include "blame/profile/data_touch.h"

#include <string.h>

#include "base/core/memory.h"

/* RED_ZONE_BYTES: number of bytes below the stack pointer that leaf functions may use. STACK_BYTES_MAX:
 * number of bytes above the stack pointer that count as stack (the usual size limit of a stack).
 * STACK_POINTER: number of the stack pointer's register. */
enum { RED_ZONE_BYTES = 128, STACK_BYTES_MAX = 8 << 20, STACK_POINTER = 4 };

struct tb_touch_classifier {
  const tb_samples *samples;
  const tb_facts *facts;
  tb_resolver *resolver;
  tc_map *texts;
  int process; /* index of the process whose allocations `live_allocations` contains; -1 if there is none */
  tb_live_allocations *live_allocations;
  tc_map names; /* names of the allocations by stack_key; values are tb_allocation_name */
  tb_call_stack call_stack;
};

tc_status tb_touch_classifier_create(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                     tc_map *texts, tb_touch_classifier **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "toucher", out));
  tb_touch_classifier *classifier = *out;
  classifier->samples = samples;
  classifier->facts = facts;
  classifier->resolver = resolver;
  classifier->texts = texts;
  classifier->process = -1;
  classifier->names.value_bytes = sizeof(tb_allocation_name);
  return TC_OK;
}

void tb_touch_classifier_destroy(tb_touch_classifier **classifier) {
  tb_touch_classifier *t = *classifier;
  if (!t) return;
  tb_live_allocations_destroy(&t->live_allocations);
  tc_map_free(&t->names);
  tc_free(t);
  *classifier = NULL;
}

/* ---- allocated objects ---- */

typedef struct stack_key {
  int64_t process;
  uint64_t stack[TS_SAMPLER_STACK];
} stack_key;

static tc_status find_allocation_name(tb_touch_classifier *t, int process, const ts_file_allocation *record,
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
                                      &t->call_stack));
  return tb_allocation_name_find(t->facts, &t->call_stack, t->texts, tc_map_value(&t->names, number));
}

/* Describes a touched object. Objects without a name are distinguished by the site of their allocation. */
static tb_touched_data describe_object(const tb_allocation_name *allocation) {
  return (tb_touched_data){.kind = TB_TOUCH_OBJECT,
                           .name = allocation->name,
                           .site = allocation->name ? NULL : allocation->site,
                           .owner = allocation->owner};
}

static tc_status describe_touched_object(tb_touch_classifier *t, const tb_live_allocation *object,
                                         uint64_t address, tb_data_touch *out) {
  const tb_allocation_name *allocation;
  const uint64_t offset = address - object->record->address, bytes = object->record->bytes;
  TC_TRY(find_allocation_name(t, object->process, object->record, &allocation));
  out->touched = describe_object(allocation);
  out->bin = (int)((double)offset / (double)bytes * TB_TOUCH_BINS);
  if (out->bin >= TB_TOUCH_BINS) out->bin = TB_TOUCH_BINS - 1;
  return TC_OK;
}

static tc_status advance_allocations(tb_touch_classifier *t, int process, uint64_t time_ns) {
  if (t->process != process) {
    tb_live_allocations_destroy(&t->live_allocations);
    TC_TRY(tb_live_allocations_create(t->samples, process, &t->live_allocations));
    t->process = process;
  }
  tb_live_allocations_advance(t->live_allocations, time_ns);
  return TC_OK;
}

/* ---- kinds of touched data ---- */

static tc_status classify_address(tb_touch_classifier *t, const ts_file_sample *sample, uint64_t address,
                                  tb_data_touch *out) {
  bool is_static;
  const char *name, *source;
  const uint64_t stack_pointer = sample->registers[STACK_POINTER];
  const tb_live_allocation *object = tb_live_allocations_find(t->live_allocations, address);
  if (object) return describe_touched_object(t, object, address, out);
  TC_TRY(tb_resolver_find_static(t->resolver, t->process, sample->record.time_ns, address, &is_static, &name,
                                 &source));
  if (is_static)
    out->touched = (tb_touched_data){.kind = TB_TOUCH_STATIC, .name = name, .site = source};
  else if (address - (stack_pointer - RED_ZONE_BYTES) < STACK_BYTES_MAX)
    out->touched.kind = TB_TOUCH_STACK;
  return TC_OK;
}

tc_status tb_touch_classifier_classify(tb_touch_classifier *t, int process, const ts_file_sample *sample,
                                       const tb_call_stack *stack, tb_data_touch *out) {
  const tb_x86_operand *operand = &stack->leaf->operand;
  *out = (tb_data_touch){.touched = {.kind = TB_TOUCH_OTHER}, .bin = -1};
  TC_TRY(advance_allocations(t, process, sample->record.time_ns));
  if (stack->waiting_call)
    out->touched.kind = TB_TOUCH_WAITING;
  else if (!stack->user_at_leaf)
    out->touched.kind = TB_TOUCH_LIBRARY;
  else if (!stack->leaf->is_decoded || (operand->accesses_memory && operand->is_segment_relative))
    out->touched.kind = TB_TOUCH_OTHER;
  else if (!operand->accesses_memory)
    out->touched.kind = operand->accesses_stack ? TB_TOUCH_STACK : TB_TOUCH_ARITHMETIC;
  else if (operand->overwrites_address)
    out->touched.kind = TB_TOUCH_OVERWRITTEN;
  else
    return classify_address(t, sample,
                            tb_x86_operand_address(operand, sample->registers,
                                                   stack->leaf->next_address + stack->bias),
                            out);
  return TC_OK;
}

/* ---- numbers of allocations ---- */

static bool is_same_data(const tb_touched_data *a, const tb_touched_data *b) {
  return a->kind == b->kind && a->name == b->name && a->owner == b->owner && (a->name || a->site == b->site);
}

static tc_status count_allocation(tb_touch_classifier *t, int process, const ts_file_allocation *record,
                                  int touches, tb_touched_data *touched) {
  const tb_allocation_name *allocation;
  TC_TRY(find_allocation_name(t, process, record, &allocation));
  const tb_touched_data object = describe_object(allocation);
  for (int k = 0; k < touches; k++) {
    if (!is_same_data(&touched[k], &object)) continue;
    touched[k].allocations++;
    if ((int64_t)record->bytes <= touched[k].bytes) continue;
    touched[k].bytes = (int64_t)record->bytes;
    touched[k].site = allocation->site;
  }
  return TC_OK;
}

tc_status tb_touch_classifier_count_allocations(tb_touch_classifier *t, int touches,
                                                tb_touched_data *touched) {
  for (int p = 0; p < t->samples->processes; p++)
    for (int a = 0; a < t->samples->process[p].allocations; a++)
      TC_TRY(count_allocation(t, p, t->samples->process[p].allocation[a], touches, touched));
  return TC_OK;
}
