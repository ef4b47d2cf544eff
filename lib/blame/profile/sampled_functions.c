#include "blame/profile/sampled_functions.h"

typedef struct function_search {
  const tb_facts *facts;
  tb_resolver *resolver;
  int process;
  tc_bit_set *out;
} function_search;

static tc_status record_function(function_search *search, uint64_t time_ns, uint64_t address, bool leaf) {
  const tb_code_site *site;
  TC_TRY(tb_resolver_find_site(search->resolver, search->process, time_ns, address, leaf, &site, NULL));
  for (int f = 0; f < site->frames; f++)
    if (site->frame[f].facts)
      TC_TRY(tc_bit_set_add(search->out, (int)(site->frame[f].facts - search->facts->function)));
  return TC_OK;
}

static tc_status record_stack(function_search *search, uint64_t time_ns, const uint64_t *stack,
                              uint32_t depth) {
  for (uint32_t d = 0; d < depth; d++) TC_TRY(record_function(search, time_ns, stack[d], false));
  return TC_OK;
}

static tc_status record_process(function_search *search, const tb_sample_file *p) {
  for (int s = 0; s < p->samples; s++) {
    const ts_file_sample *sample = p->sample[s];
    TC_TRY(record_function(search, sample->record.time_ns, sample->ip, true));
    TC_TRY(record_stack(search, sample->record.time_ns, sample->stack, sample->depth));
  }
  for (int s = 0; s < p->regions; s++)
    TC_TRY(record_stack(search, p->region[s]->record.time_ns, p->region[s]->stack, p->region[s]->depth));
  for (int a = 0; a < p->allocations; a++)
    TC_TRY(record_stack(search, p->allocation[a]->record.time_ns, p->allocation[a]->stack,
                        p->allocation[a]->depth));
  return TC_OK;
}

tc_status tb_sampled_functions_find(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                    tc_bit_set *out) {
  function_search search = {.facts = facts, .resolver = resolver, .out = out};
  for (search.process = 0; search.process < samples->processes; search.process++)
    TC_TRY(record_process(&search, &samples->process[search.process]));
  return TC_OK;
}
