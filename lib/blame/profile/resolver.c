/* Resolves addresses of sampled processes to sites: module, binary, instruction and frames (see resolver.h).
 * A module is found by address and time, because dlopen and dlclose change the mappings during a run. Most
 * addresses belong to the same module during the whole run, and a small cache stores the modules of such
 * addresses. Each site is resolved once, and stored by its binary and address. */
#include "blame/profile/resolver.h"

#include <ctype.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* Address range of a module. The ranges of a process form one array, because the search for an address reads
 * all of them. */
typedef struct module_range {
  uint64_t low, bytes, time_ns;
  const ts_file_module *module;
  int binary; /* index of the binary in `binaries`; -1 before the binary is opened */
} module_range;

/* Cache entry: an address that belongs to one module during the whole run. */
typedef struct cached_range {
  uint64_t address;
  int process;
  module_range *range; /* NULL if the entry is empty */
} cached_range;

enum { cache_entries = 4096 };

typedef struct site_key {
  /* `binary`: index of the binary, -1 if there is none; `leaf`: 1 if a sample interrupted the address, 0 for
   * a return address */
  int32_t binary, leaf;
  uint64_t address;
} site_key;

struct tb_resolver {
  const tb_samples *samples;
  const tb_facts *facts;
  int skid;
  tc_pool pool;
  tb_binaries binaries;
  module_range **range;              /* [processes][modules] address ranges */
  cached_range cache[cache_entries]; /* cache, indexed by the hash of the address */
  tc_map sites;                      /* resolved sites by site_key; values are pointers to tb_code_site */
};

static tc_status create_tables(tb_resolver *r) {
  TC_TRY(tc_pool_alloc(&r->pool, (size_t)r->samples->processes * sizeof *r->range, &r->range));
  for (int p = 0; p < r->samples->processes; p++) {
    const tb_sample_file *process = &r->samples->process[p];
    TC_TRY(tc_pool_alloc(&r->pool, (size_t)process->modules * sizeof **r->range, &r->range[p]));
    for (int m = 0; m < process->modules; m++) {
      const ts_file_module *module = process->module[m];
      r->range[p][m] =
          (module_range){module->low, module->high - module->low, module->record.time_ns, module, -1};
    }
  }
  return TC_OK;
}

tc_status tb_resolver_create(const tb_samples *samples, const tb_facts *facts, int skid, tb_resolver **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "resolver", out));
  tb_resolver *resolver = *out;
  resolver->samples = samples;
  resolver->facts = facts;
  resolver->skid = skid;
  resolver->sites = (tc_map){.key_bytes = sizeof(site_key), .value_bytes = sizeof(tb_code_site *)};
  tc_status status = create_tables(resolver);
  if (status) tb_resolver_destroy(out);
  return status;
}

void tb_resolver_destroy(tb_resolver **resolver) {
  tb_resolver *r = *resolver;
  if (!r) return;
  tc_map_free(&r->sites);
  tb_binaries_clear(&r->binaries);
  tc_pool_free(&r->pool);
  tc_free(r);
  *resolver = NULL;
}

const tb_sample_file *tb_resolver_get_process(const tb_resolver *resolver, int process) {
  return &resolver->samples->process[process];
}

/* ---- frames ---- */

static void find_facts(const tb_facts *facts, const tb_inline_frame *call, tb_frame *frame) {
  if (facts && call->declaration_file && call->declaration_line > 0)
    frame->facts = tb_facts_find_function(facts, call->declaration_file, call->declaration_line,
                                          frame->function[0] ? frame->function : NULL);
}

static tc_status add_inline_frames(tb_resolver *resolver, const tb_inline_chain *chain, tb_code_site *site) {
  tb_frame *frame = NULL;
  TC_TRY(tc_pool_alloc(&resolver->pool, (size_t)chain->count * sizeof *frame, &frame));
  for (int c = 0; c < chain->count; c++) {
    const tb_inline_frame *call = &chain->frame[c];
    frame[c] = (tb_frame){.function = call->function,
                          .file = call->file,
                          .line = call->line,
                          .column = call->column,
                          .module = site->binary->path,
                          .is_inlined = call->is_inlined,
                          .is_outlined = call->is_outlined,
                          .is_runtime = site->binary->is_runtime,
                          .has_no_columns = !chain->is_clang};
    if (!site->binary->is_runtime) find_facts(resolver->facts, call, &frame[c]);
  }
  site->frames = chain->count;
  site->frame = frame;
  return TC_OK;
}

/* Removes the suffixes that compilers add to the names of copies and parts of functions, as in
 * "multiply.constprop.0". */
static tc_status strip_suffix(tb_resolver *resolver, const char *name, const char **out) {
  const size_t length = strcspn(name, ".@");
  int number;
  if (length == 0) return tc_map_add_text(&resolver->binaries.texts, name, out);
  TC_TRY(tc_map_add(&resolver->binaries.texts, name, length, &number, NULL));
  *out = tc_map_key(&resolver->binaries.texts, number, NULL);
  return TC_OK;
}

/* Removes the name of the function from the name of its static variable: clang writes "main.count", which
 * becomes "count". gcc writes "count.0", which does not change. */
static const char *strip_function(const char *name) {
  static const char *const suffixes[] = {"llvm.", "lto_priv.", "table."};
  const char *dot = strchr(name, '.');
  if (!dot || dot == name || strncmp(name, "__", 2) == 0 || isdigit((unsigned char)dot[1])) return name;
  for (size_t a = 0; a < sizeof suffixes / sizeof *suffixes; a++)
    if (strncmp(dot + 1, suffixes[a], strlen(suffixes[a])) == 0) return name;
  return dot + 1;
}

static tc_status add_symbol_frame(tb_resolver *resolver, uint64_t address, tb_code_site *site) {
  tb_frame *frame = NULL;
  const tb_image *image = site->binary ? site->binary->image : NULL;
  const tb_symbol *symbol = image ? tb_symbols_find(&image->functions, address) : NULL;
  TC_TRY(tc_pool_alloc(&resolver->pool, sizeof *frame, &frame));
  *frame = (tb_frame){.function = "", .module = ""};
  if (site->binary) frame->module = site->binary->path, frame->is_runtime = site->binary->is_runtime;
  if (symbol) TC_TRY(strip_suffix(resolver, symbol->name, &frame->function));
  site->frames = 1;
  site->frame = frame;
  return TC_OK;
}

/* ---- sites ---- */

static tc_status find_sampled_instruction(tb_resolver *resolver, const site_key *key,
                                          const tb_inline_chain *chain, tb_code_site *site,
                                          uint64_t *address) {
  const tb_code_listing *code;
  TC_TRY(tb_binaries_find_code(&resolver->binaries, key->binary, chain->low, chain->high, &code));
  *address = key->address - (resolver->skid > 0 && key->address > chain->low ? 1 : 0);
  if (!code) return TC_OK;
  const tb_sampled_instruction sampled =
      tb_sampled_instruction_find(code, (uint32_t)(key->address - chain->low), resolver->skid);
  *address = chain->low + sampled.begin;
  site->is_decoded = sampled.is_known;
  site->operand = sampled.operand;
  site->next_address = chain->low + sampled.end;
  return TC_OK;
}

static tc_status fill_site(tb_resolver *resolver, const site_key *key, tb_code_site *site) {
  tb_debug *debug = site->binary ? site->binary->debug : NULL;
  tb_inline_chain chain = {.count = 0};
  uint64_t address = key->address - (key->leaf ? 0 : 1);
  if (debug) TC_TRY(tb_debug_find(debug, address, &chain));
  if (chain.count > 0 && key->leaf) {
    TC_TRY(find_sampled_instruction(resolver, key, &chain, site, &address));
    TC_TRY(tb_debug_find(debug, address, &chain));
  }
  /* The facts contain the columns of clang. Other compilers agree with clang on the column of a call, but not
   * on the columns of other code. The column of a sampled address is therefore only used if clang compiled
   * the code. */
  if (!chain.is_clang && key->leaf) chain.frame[0].column = 0;
  return chain.count > 0 ? add_inline_frames(resolver, &chain, site)
                         : add_symbol_frame(resolver, address, site);
}

static tc_status find_site(tb_resolver *resolver, const site_key *key, const tb_code_site **out) {
  int number;
  bool added;
  TC_TRY(tc_map_add(&resolver->sites, key, sizeof *key, &number, &added));
  tb_code_site **site = tc_map_value(&resolver->sites, number);
  if (added) {
    TC_TRY(tc_pool_alloc(&resolver->pool, sizeof **site, site));
    (*site)->binary = key->binary >= 0 ? resolver->binaries.binary.item[key->binary] : NULL;
    TC_TRY(fill_site(resolver, key, *site));
  }
  *out = *site;
  return TC_OK;
}

/* ---- addresses ---- */

/* Returns the module that was mapped at the address last before time_ns. If there is none, returns the first
 * one mapped later, or NULL. */
static module_range *find_module_range(tb_resolver *resolver, int process, uint64_t time_ns,
                                       uint64_t address) {
  cached_range *cached = &resolver->cache[tc_hash_mix(address) % cache_entries];
  module_range *ranges = resolver->range[process], *found = NULL;
  int count = 0; /* number of modules that contain the address at any time of the run */
  if (cached->range && cached->address == address && cached->process == process) return cached->range;
  for (int m = 0; m < resolver->samples->process[process].modules; m++) {
    if (address - ranges[m].low >= ranges[m].bytes) continue;
    if (!found || ranges[m].time_ns <= time_ns) found = &ranges[m];
    count++;
  }
  if (count == 1) *cached = (cached_range){address, process, found};
  return found;
}

static tc_status open_module(tb_resolver *resolver, module_range *module) {
  return module->binary < 0 ? tb_binaries_add(&resolver->binaries, module->module, &module->binary) : TC_OK;
}

/* Finds the module that is mapped at an address, and opens its binary. *out is NULL if there is none. */
static tc_status find_module(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                             const module_range **out) {
  module_range *found = find_module_range(resolver, process, time_ns, address);
  *out = found;
  return found ? open_module(resolver, found) : TC_OK;
}

tc_status tb_resolver_find_site(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                                bool leaf, const tb_code_site **site, uint64_t *bias) {
  const module_range *range;
  TC_TRY(find_module(resolver, process, time_ns, address, &range));
  const uint64_t offset = range ? range->module->bias : address;
  const site_key key = {range ? range->binary : -1, leaf, address - offset};
  if (bias) *bias = offset;
  return find_site(resolver, &key, site);
}

tc_status tb_resolver_find_static(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                                  bool *is_static, const char **name, const char **source) {
  const module_range *range;
  TC_TRY(find_module(resolver, process, time_ns, address, &range));
  *is_static = range != NULL;
  *name = *source = NULL;
  const tb_image *image = range ? resolver->binaries.binary.item[range->binary]->image : NULL;
  const tb_symbol *symbol = image ? tb_symbols_find(&image->objects, address - range->module->bias) : NULL;
  if (!symbol) return TC_OK;
  TC_TRY(tc_map_add_text(&resolver->binaries.texts, symbol->source, source));
  return strip_suffix(resolver, strip_function(symbol->name), name);
}

/* ---- files ---- */

/* State of a search for source files of the facts by path. Equal paths are the same pointer, so each path is
 * searched only once. */
typedef struct file_search {
  const tb_facts *facts;
  tc_bit_set *out;
  tc_map visited;
} file_search;

static tc_status record_file(void *self, const char *path) {
  file_search *f = self;
  int number;
  bool added;
  TC_TRY(tc_map_add(&f->visited, &path, sizeof path, &number, &added));
  number = added ? tb_facts_find_file(f->facts, path) : -1;
  return number < 0 ? TC_OK : tc_bit_set_add(f->out, number);
}

static tc_status record_binary_files(tb_resolver *resolver, int binary, file_search *f, bool *found) {
  const tb_binary *at = resolver->binaries.binary.item[binary];
  if (at->is_runtime || !at->debug) return TC_OK;
  *found = true;
  return tb_debug_visit_files(at->debug, record_file, f);
}

tc_status tb_resolver_find_files(tb_resolver *resolver, tc_bit_set *out, bool *found) {
  file_search f = {.facts = resolver->facts, .out = out};
  tc_status status = TC_OK;
  *found = false;
  for (int p = 0; p < resolver->samples->processes; p++)
    for (int m = 0; m < resolver->samples->process[p].modules; m++)
      TC_GUARD(status, open_module(resolver, &resolver->range[p][m]));
  for (int b = 0; b < resolver->binaries.binary.count; b++)
    TC_GUARD(status, record_binary_files(resolver, b, &f, found));
cleanup:
  tc_map_free(&f.visited);
  return status;
}
