/* Sample files of tcblame, which consist of a header and blocks of records. */
#include <string.h>

#include "base/core/pool.h"
#include "blame/samples/sample_file.h"
#include "fuzz/kinds.h"

static const char *const words[] = {
    "TCBLAME1",
    "\xff\xff\xff\xff",
    "\x01\x01\x01\x01",
    "\x10",
    "\x18\x01",
    "\x40",
    "\x41",
    "\x7f\xff\xff\xff\xff\xff\xff\xff",
    "\x01",
    "\x02",
    "\x03",
    "\x04",
    "\x05",
    "\x06",
    "\x07",
    "\x08",
    NULL,
};

typedef struct writer {
  mutant *m;
  dice *d;
} writer;

/* Appends a zeroed record to the input. Returns NULL if the input has no space for the record. */
static void *add(writer *w, ts_file_kind which, size_t bytes) {
  if (w->m->length + bytes > MUTATE_MOST) return NULL;
  ts_file_record *record = (ts_file_record *)(void *)(w->m->text + w->m->length);
  memset(record, 0, bytes);
  *record = (ts_file_record){(uint32_t)bytes, (uint32_t)which, (uint32_t)roll(w->d, 3), 0, roll(w->d, 1000)};
  w->m->length += bytes;
  return record;
}

static void add_sample(writer *w) {
  const uint32_t depth = (uint32_t)roll(w->d, TS_SAMPLER_DEPTH + 1);
  ts_file_sample *sample = add(w, TS_SAMPLER_SAMPLE, sizeof *sample + depth * sizeof *sample->stack);
  if (!sample) return;
  sample->depth = depth;
  sample->region_depth = (uint32_t)roll(w->d, depth + 1);
  sample->region_tag = roll(w->d, 4);
  sample->weight = 1;
}

static void add_region(writer *w) {
  const uint32_t depth = (uint32_t)roll(w->d, 9);
  ts_file_region *spawn = add(w, TS_SAMPLER_REGION, sizeof *spawn + depth * sizeof *spawn->stack);
  if (!spawn) return;
  spawn->depth = depth;
  spawn->tag = 1 + roll(w->d, 4);
  spawn->outer_tag = roll(w->d, spawn->tag);
}

static void add_allocation(writer *w) {
  const uint32_t depth = (uint32_t)roll(w->d, TS_SAMPLER_STACK + 1);
  ts_file_allocation *allocation =
      add(w, TS_SAMPLER_ALLOCATE, sizeof *allocation + depth * sizeof *allocation->stack);
  if (!allocation) return;
  allocation->depth = depth;
  allocation->bytes = 4096;
}

static void add_other(writer *w) {
  ts_file_module *module = add(w, TS_SAMPLER_MODULE, sizeof *module);
  if (module) module->high = 1 + roll(w->d, 1 << 20);
  add(w, TS_SAMPLER_FREE, sizeof(ts_file_free));
  add(w, TS_SAMPLER_THREAD, sizeof(ts_file_thread));
  add(w, TS_SAMPLER_NOTE, sizeof(ts_file_note) + 8);
}

static void begin(dice *d, mutant *m) {
  writer w = {m, d};
  m->length = sizeof(ts_file_header);
  memset(m->text, 0, m->length);
  ts_file_header header = {.header_bytes = sizeof header, .block_bytes = TS_SAMPLER_BLOCK, .period_ns = 1};
  memcpy(header.magic, TS_SAMPLER_MAGIC, sizeof header.magic);
  memcpy(m->text, &header, sizeof header);
  for (uint64_t n = 1 + roll(d, 12); n > 0; n--) {
    void (*const adders[])(writer *) = {add_sample, add_region, add_allocation, add_other};
    adders[roll(d, 4)](&w);
  }
}

/* Builds a file from an input. Depending on `number`, the records are in one block, complete or truncated,
 * or in two blocks. Returns the size of the file. */
static size_t build(const mutant *m, uint64_t number, unsigned char *file) {
  const size_t head = m->length < sizeof(ts_file_header) ? m->length : sizeof(ts_file_header);
  const size_t rest = m->length - head, first = number % 3 == 2 ? rest / 16 * 8 : rest;
  memset(file, 0, (size_t)3 * TS_SAMPLER_BLOCK);
  memcpy(file, m->text, head);
  memcpy(file + TS_SAMPLER_BLOCK, m->text + head, first);
  memcpy(file + 2 * (size_t)TS_SAMPLER_BLOCK, m->text + head + first, rest - first);
  if (head < sizeof(ts_file_header)) return head;
  return number % 3 == 0 ? TS_SAMPLER_BLOCK + rest : 3 * (size_t)TS_SAMPLER_BLOCK;
}

static const ts_file_region *find(const tb_sample_file *p, uint64_t tag) {
  for (int s = 0; s < p->regions; s++)
    if (p->region[s]->tag == tag) return p->region[s];
  return NULL;
}

/* Reads the call stack of a sample and of each enclosing parallel region. This must end, and must not read
 * beyond the file. Returns true if it ends. */
static bool walk(const tb_sample_file *p, const ts_file_sample *sample, uint64_t *sum) {
  int steps = 0;
  for (uint32_t d = 0; d < sample->depth; d++) *sum += sample->stack[d];
  for (const ts_file_region *s = find(p, sample->region_tag); s; s = find(p, s->outer_tag)) {
    for (uint32_t d = 0; d < s->depth; d++) *sum += s->stack[d];
    if (++steps > p->regions) return false;
  }
  return sample->region_depth <= sample->depth && sample->weight > 0;
}

static bool walk_all(const tb_sample_file *p) {
  bool good = true;
  uint64_t sum = 0;
  for (int i = 0; i < p->samples; i++) {
    good = good && walk(p, p->sample[i], &sum);
    good = good && (i == 0 || p->sample[i - 1]->record.time_ns <= p->sample[i]->record.time_ns);
  }
  for (int a = 0; a < p->allocations; a++)
    for (uint32_t d = 0; d < p->allocation[a]->depth; d++) sum += p->allocation[a]->stack[d];
  for (int m = 0; m < p->modules; m++) sum += strlen(p->module[m]->path);
  for (int n = 0; n < p->notes; n++) sum += strlen(p->note[n]->text);
  return good &&
         sum != 0x5bd1e995c2b2ae35; /* the use of `sum` prevents the compiler from removing the reads */
}

static bool use(const mutant *m, uint64_t number) {
  static _Alignas(64) unsigned char file[3 * TS_SAMPLER_BLOCK];
  tc_pool pool = {NULL};
  tb_sample_file process;
  const size_t bytes = build(m, number, file);
  tc_status status = tb_sample_file_index("s.tcb", file, bytes, &pool, &process);
  const bool good = status || walk_all(&process);
  tc_pool_free(&pool);
  return is_proper(&status, TC_INPUT, "s.tcb:") && good;
}

const kind kind_blame_samples = {"samples", 1, NULL, words, begin, use, .room = KIND_LITTLE};
