#include "blame/profile/sampled_functions.h"

typedef struct walk {
  const tb_facts *facts;
  tb_resolver *resolver;
  int process;
  tc_bit_set *out;
} walk;

static tc_status record_function(walk *w, uint64_t time_ns, uint64_t address, bool leaf) {
  const tb_code_site *site;
  TC_TRY(tb_resolver_find(w->resolver, w->process, time_ns, address, leaf, &site, NULL));
  for (int f = 0; f < site->frames; f++)
    if (site->frame[f].facts)
      TC_TRY(tc_bit_set_add(w->out, (int)(site->frame[f].facts - w->facts->function)));
  return TC_OK;
}

static tc_status record_stack(walk *w, uint64_t time_ns, const uint64_t *stack, uint32_t depth) {
  for (uint32_t d = 0; d < depth; d++) TC_TRY(record_function(w, time_ns, stack[d], false));
  return TC_OK;
}

static tc_status record_process(walk *w, const tb_sample_file *p) {
  for (int s = 0; s < p->samples; s++) {
    const ts_file_sample *sample = p->sample[s];
    TC_TRY(record_function(w, sample->record.time_ns, sample->ip, true));
    TC_TRY(record_stack(w, sample->record.time_ns, sample->stack, sample->depth));
  }
  for (int s = 0; s < p->regions; s++)
    TC_TRY(record_stack(w, p->region[s]->record.time_ns, p->region[s]->stack, p->region[s]->depth));
  for (int a = 0; a < p->allocations; a++)
    TC_TRY(
        record_stack(w, p->allocation[a]->record.time_ns, p->allocation[a]->stack, p->allocation[a]->depth));
  return TC_OK;
}

tc_status tb_sampled_functions_find(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                    tc_bit_set *out) {
  walk w = {.facts = facts, .resolver = resolver, .out = out};
  for (w.process = 0; w.process < samples->processes; w.process++)
    TC_TRY(record_process(&w, &samples->process[w.process]));
  return TC_OK;
}
