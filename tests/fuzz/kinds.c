#define _GNU_SOURCE /* for memmem */
#include "fuzz/kinds.h"

#include <string.h>

#include "base/core/timer.h"
#include "base/numeric/hash.h"
#include "fuzz/watch.h"

extern const kind kind_carp, kind_config, kind_fibres, kind_gzip, kind_machine, kind_matrix, kind_mesh,
    kind_meshio_stream, kind_msh, kind_formula, kind_nested, kind_pattern, kind_loops, kind_records,
    kind_report, kind_residuals, kind_system;
#ifdef TC_FUZZ_BLAME
extern const kind kind_blame_compilations, kind_blame_facts, kind_blame_samples;
#endif

const kind *const all_kinds[] = {&kind_carp,
                                 &kind_config,
                                 &kind_fibres,
                                 &kind_formula,
                                 &kind_gzip,
                                 &kind_machine,
                                 &kind_matrix,
                                 &kind_mesh,
                                 &kind_meshio_stream,
                                 &kind_msh,
                                 &kind_nested,
                                 &kind_pattern,
                                 &kind_loops,
                                 &kind_records,
                                 &kind_report,
                                 &kind_residuals,
                                 &kind_system,
#ifdef TC_FUZZ_BLAME
                                 &kind_blame_compilations,
                                 &kind_blame_facts,
                                 &kind_blame_samples,
#endif
                                 NULL};

const kind *kind_find(const char *name) {
  for (int k = 0; all_kinds[k]; k++)
    if (strcmp(all_kinds[k]->name, name) == 0) return all_kinds[k];
  return NULL;
}

bool kind_try(const kind *k, const mutant *m, uint64_t number, tried *out) {
  size_t input = 0;
  for (int p = 0; p < k->parts; p++) input += m[p].length;
  const double began = tc_now_s();
  watch_begin();
  const bool good = k->use(m, number);
  const size_t most = watch_end();
  *out = (tried){tc_now_s() - began, most > KIND_TIMES * input ? most - KIND_TIMES * input : 0};
  if (out->room > k->room) fprintf(stderr, "%zu bytes are held at once for an input of %zu\n", most, input);
  return good && out->room <= k->room;
}

void kind_make(const kind *k, uint64_t number, mutant m[KIND_PARTS]) {
  dice d = {(number << 20) ^ tc_hash_bytes(0, k->name, strlen(k->name))};
  k->begin(&d, m);
  for (int p = 0; p < k->parts; p++)
    if (k->parts == 1 || roll(&d, 2)) mutate(&m[p], &d, k->words);
}

void kind_show(const kind *k, const mutant m[KIND_PARTS], FILE *out) {
  for (int p = 0; p < k->parts; p++) {
    if (k->parts > 1) fprintf(out, "==> %s\n", k->part[p]);
    fwrite(m[p].text, 1, m[p].length, out);
  }
}

static size_t part_end(const char *text, size_t length, const char *mark) {
  const char *found = memmem(text, length, mark, strlen(mark));
  return found ? (size_t)(found - text) : length;
}

static void fill(mutant *m, const char *text, size_t length) {
  m->length = length < MUTATE_MOST ? length : MUTATE_MOST;
  memcpy(m->text, text, m->length);
  m->text[m->length] = '\0';
}

void kind_split(const kind *k, const char *text, size_t length, mutant m[KIND_PARTS]) {
  char mark[64];
  size_t at = 0;
  if (k->parts > 1) {
    const size_t head = (size_t)snprintf(mark, sizeof mark, "==> %s\n", k->part[0]);
    if (length >= head && memcmp(text, mark, head) == 0) at = head;
  }
  for (int p = 0; p < k->parts; p++) {
    const bool last = p + 1 == k->parts;
    if (!last) snprintf(mark, sizeof mark, "==> %s\n", k->part[p + 1]);
    const size_t end = at + (last ? length - at : part_end(text + at, length - at, mark));
    fill(&m[p], text + at, end - at);
    at = !last && end < length ? end + strlen(mark) : end;
  }
}
