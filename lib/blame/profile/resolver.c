/* Resolves addresses of sampled processes to sites: module, binary, instruction and frames (see resolver.h).
 * A module is found by address and time, because dlopen and dlclose change the mappings during a run. Most
 * addresses belong to one module during the whole run, and a small cache stores these. Each site is stored
 * only once by its binary and address. */
#include "blame/profile/resolver.h"

#include <ctype.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* Address range of a module. All spans of a process are contiguous in memory, because the search for an
 * address reads all of them. */
typedef struct span {
  uint64_t low, bytes, time_ns;
  const ts_file_module *module;
  int binary; /* index of the binary in `binaries`; -1 before the binary is opened */
} span;

/* Cache entry: an address that belongs to one module during the whole run. */
typedef struct known {
  uint64_t address;
  int process;
  span *span; /* NULL if the entry is empty */
} known;

enum { knowns = 4096 };

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
  span **span;         /* [processes][modules] address ranges */
  known known[knowns]; /* cache, indexed by the hash of the address */
  tc_map sites;        /* resolved sites by site_key; values are pointers to tb_code_site */
};

static tc_status create_tables(tb_resolver *r) {
  TC_TRY(tc_pool_alloc(&r->pool, (size_t)r->samples->processes * sizeof *r->span, &r->span));
  for (int p = 0; p < r->samples->processes; p++) {
    const tb_sample_file *of = &r->samples->process[p];
    TC_TRY(tc_pool_alloc(&r->pool, (size_t)of->modules * sizeof **r->span, &r->span[p]));
    for (int m = 0; m < of->modules; m++) {
      const ts_file_module *module = of->module[m];
      r->span[p][m] = (span){module->low, module->high - module->low, module->record.time_ns, module, -1};
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

const tb_sample_file *tb_resolver_process(const tb_resolver *resolver, int process) {
  return &resolver->samples->process[process];
}

/* ---- frames ---- */

static void add_facts(const tb_facts *facts, const tb_inline_frame *call, tb_frame *frame) {
  if (facts && call->home && call->home_line > 0)
    frame->facts = tb_facts_find_function(facts, call->home, call->home_line,
                                          frame->function[0] ? frame->function : NULL);
}

static tc_status add_calls(tb_resolver *resolver, const tb_inline_chain *calls, tb_code_site *site) {
  tb_frame *frame = NULL;
  TC_TRY(tc_pool_alloc(&resolver->pool, (size_t)calls->count * sizeof *frame, &frame));
  for (int c = 0; c < calls->count; c++) {
    const tb_inline_frame *call = &calls->call[c];
    frame[c] = (tb_frame){.function = call->function,
                          .file = call->file,
                          .line = call->line,
                          .column = call->column,
                          .module = site->binary->path,
                          .inlined = call->inlined,
                          .outlined = call->outlined,
                          .runtime = site->binary->runtime,
                          .lines_only = !calls->clang};
    if (!site->binary->runtime) add_facts(resolver->facts, call, &frame[c]);
  }
  site->frames = calls->count;
  site->frame = frame;
  return TC_OK;
}

/* Returns the name without the suffixes that compilers add for copies and parts, such as "multiply" for
 * "multiply.constprop.0". */
static tc_status plain_name(tb_resolver *resolver, const char *name, const char **out) {
  const size_t length = strcspn(name, ".@");
  int number;
  if (length == 0) return tc_map_add_text(&resolver->binaries.texts, name, out);
  TC_TRY(tc_map_add(&resolver->binaries.texts, name, length, &number, NULL));
  *out = tc_map_key(&resolver->binaries.texts, number, NULL);
  return TC_OK;
}

/* Returns the name of a static variable of a function, such as "count" for clang's "main.count". gcc's
 * "count.0" is unchanged. */
static const char *behind_function(const char *name) {
  static const char *const added[] = {"llvm.", "lto_priv.", "table."};
  const char *dot = strchr(name, '.');
  if (!dot || dot == name || strncmp(name, "__", 2) == 0 || isdigit((unsigned char)dot[1])) return name;
  for (size_t a = 0; a < sizeof added / sizeof *added; a++)
    if (strncmp(dot + 1, added[a], strlen(added[a])) == 0) return name;
  return dot + 1;
}

/* Adds a frame without debug information, named by the symbol. */
static tc_status add_symbol(tb_resolver *resolver, uint64_t address, tb_code_site *site) {
  tb_frame *frame = NULL;
  const tb_image *image = site->binary ? site->binary->image : NULL;
  const tb_symbol *symbol = image ? tb_symbols_find(&image->functions, address) : NULL;
  TC_TRY(tc_pool_alloc(&resolver->pool, sizeof *frame, &frame));
  *frame = (tb_frame){.function = "", .module = ""};
  if (site->binary) frame->module = site->binary->path, frame->runtime = site->binary->runtime;
  if (symbol) TC_TRY(plain_name(resolver, symbol->name, &frame->function));
  site->frames = 1;
  site->frame = frame;
  return TC_OK;
}

/* ---- sites ---- */

/* Finds the instruction that took the time of the sample and sets *address to its address. */
static tc_status find_culprit(tb_resolver *resolver, const site_key *key, const tb_inline_chain *calls,
                              tb_code_site *site, uint64_t *address) {
  const tb_code_listing *code;
  TC_TRY(tb_binaries_code(&resolver->binaries, key->binary, calls->low, calls->high, &code));
  *address = key->address - (resolver->skid > 0 && key->address > calls->low ? 1 : 0);
  if (!code) return TC_OK;
  const tb_sampled_instruction culprit =
      tb_sampled_instruction_find(code, (uint32_t)(key->address - calls->low), resolver->skid);
  *address = calls->low + culprit.at;
  site->decoded = culprit.known;
  site->operand = culprit.operand;
  site->next = calls->low + culprit.next;
  return TC_OK;
}

static tc_status fill_site(tb_resolver *resolver, const site_key *key, tb_code_site *site) {
  tb_debug *debug = site->binary ? site->binary->debug : NULL;
  tb_inline_chain calls = {.count = 0};
  uint64_t address = key->address - (key->leaf ? 0 : 1);
  if (debug) TC_TRY(tb_debug_find(debug, address, &calls));
  if (calls.count > 0 && key->leaf) {
    TC_TRY(find_culprit(resolver, key, &calls, site, &address));
    TC_TRY(tb_debug_find(debug, address, &calls));
  }
  /* Compilers agree on the column of a call, but not on the columns of other code. */
  if (!calls.clang && key->leaf) calls.call[0].column = 0;
  return calls.count > 0 ? add_calls(resolver, &calls, site) : add_symbol(resolver, address, site);
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

/* Returns the latest module that was mapped at the address before time_ns. If there is none, returns the
 * first one that was mapped later, or NULL. */
static span *find_span(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address) {
  known *k = &resolver->known[tc_hash_mix(address) % knowns];
  span *all = resolver->span[process], *found = NULL;
  int there = 0; /* number of modules that contain the address at any time of the run */
  if (k->span && k->address == address && k->process == process) return k->span;
  for (int m = 0; m < resolver->samples->process[process].modules; m++) {
    if (address - all[m].low >= all[m].bytes) continue;
    if (!found || all[m].time_ns <= time_ns) found = &all[m];
    there++;
  }
  if (there == 1) *k = (known){address, process, found};
  return found;
}

static tc_status open_module(tb_resolver *resolver, span *module) {
  return module->binary < 0 ? tb_binaries_add(&resolver->binaries, module->module, &module->binary) : TC_OK;
}

/* Finds the module that is mapped at an address, and opens its binary. *out is NULL if there is none. */
static tc_status find_module(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                             const span **out) {
  span *found = find_span(resolver, process, time_ns, address);
  *out = found;
  return found ? open_module(resolver, found) : TC_OK;
}

tc_status tb_resolver_find(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address, bool leaf,
                           const tb_code_site **site, uint64_t *bias) {
  const span *there;
  TC_TRY(find_module(resolver, process, time_ns, address, &there));
  const uint64_t offset = there ? there->module->bias : address;
  const site_key key = {there ? there->binary : -1, leaf, address - offset};
  if (bias) *bias = offset;
  return find_site(resolver, &key, site);
}

tc_status tb_resolver_static(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                             bool *is_static, const char **name, const char **source) {
  const span *there;
  TC_TRY(find_module(resolver, process, time_ns, address, &there));
  *is_static = there != NULL;
  *name = *source = NULL;
  const tb_image *image = there ? resolver->binaries.binary.item[there->binary]->image : NULL;
  const tb_symbol *symbol = image ? tb_symbols_find(&image->objects, address - there->module->bias) : NULL;
  if (!symbol) return TC_OK;
  TC_TRY(tc_map_add_text(&resolver->binaries.texts, symbol->source, source));
  return plain_name(resolver, behind_function(symbol->name), name);
}

/* ---- files ---- */

/* State of a search for source files of the facts by path. Equal paths are the same pointer, so each path is
 * searched only once. */
typedef struct files {
  const tb_facts *facts;
  tc_bit_set *out;
  tc_map seen;
} files;

static tc_status record_file(void *self, const char *path) {
  files *f = self;
  int number;
  bool added;
  TC_TRY(tc_map_add(&f->seen, &path, sizeof path, &number, &added));
  number = added ? tb_facts_find_file(f->facts, path) : -1;
  return number < 0 ? TC_OK : tc_bit_set_add(f->out, number);
}

static tc_status record_binary_files(tb_resolver *resolver, int binary, files *f, bool *found) {
  const tb_binary *at = resolver->binaries.binary.item[binary];
  if (at->runtime || !at->debug) return TC_OK;
  *found = true;
  return tb_debug_files(at->debug, record_file, f);
}

tc_status tb_resolver_files(tb_resolver *resolver, tc_bit_set *out, bool *found) {
  files f = {.facts = resolver->facts, .out = out};
  tc_status status = TC_OK;
  *found = false;
  for (int p = 0; p < resolver->samples->processes; p++)
    for (int m = 0; m < resolver->samples->process[p].modules; m++)
      TC_GUARD(status, open_module(resolver, &resolver->span[p][m]));
  for (int b = 0; b < resolver->binaries.binary.count; b++)
    TC_GUARD(status, record_binary_files(resolver, b, &f, found));
cleanup:
  tc_map_free(&f.seen);
  return status;
}
