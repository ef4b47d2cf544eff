/* Facts: storage of the files, functions and pointer targets, and lookups by source position. blame/extract
 * and facts_read.c add each item once. Arrays grow by doubling. All other data of an item are in the pool of
 * the facts. Lookups match files by full path or by the longest common end. */
#include "blame/facts/facts.h"

#include <string.h>

#include "base/core/memory.h"
#include "blame/facts/source_file.h"

/* Facts with the capacities of their arrays. `facts` is the first member, so a pointer to it is also a
 * pointer to the store. */
typedef struct store {
  tb_facts facts;
  tc_pool pool;
  int file_room, function_room, target_room;
} store;

/* ---- creation and destruction ---- */

tc_status tb_facts_create(tb_facts **out) {
  store *s = NULL;
  TC_TRY(TC_ALLOC_ZERO(s, 1));
  s->facts.pool = &s->pool;
  s->facts.compiler = "";
  *out = &s->facts;
  return TC_OK;
}

void tb_facts_free_blame(tb_function *f) {
  for (int p = 0; f->blame && p < f->places; p++) tc_bit_set_free((tc_bit_set *)&f->blame[p]);
  tc_bit_set_free(&f->claimed);
  f->blame = NULL;
}

void tb_facts_destroy(tb_facts **facts) {
  if (!*facts) return;
  store *s = (store *)*facts;
  for (int f = 0; f < (*facts)->functions; f++) tb_facts_free_blame(&(*facts)->function[f]);
  tc_free(s->facts.file);
  tc_free(s->facts.function);
  tc_free(s->facts.target);
  tc_pool_free(&s->pool);
  tc_free(s);
  *facts = NULL;
}

/* ---- adding items ---- */

/* Ensures capacity for one more item. `array` is the address of the pointer to the array. */
static tc_status reserve_item(void *array, size_t size, int count, int *room) {
  void *old, *new = NULL;
  if (count < *room) return TC_OK;
  memcpy(&old, array, sizeof old);
  const int more = *room ? 2 * *room : 16;
  TC_TRY(tc_alloc_zero((size_t)more, size, "facts", &new));
  if (count) memcpy(new, old, (size_t)count * size);
  tc_free(old);
  memcpy(array, &new, sizeof new);
  *room = more;
  return TC_OK;
}

static int find_file(const tb_facts *facts, const char *path) {
  int f = facts->files - 1;
  while (f >= 0 && strcmp(facts->file[f].path, path) != 0) f--;
  return f;
}

tc_status tb_facts_add_source(tb_facts *facts, const tb_source_file *source, int *number) {
  *number = find_file(facts, source->path);
  if (*number >= 0) return TC_OK;
  TC_TRY(reserve_item(&facts->file, sizeof *facts->file, facts->files, &((store *)facts)->file_room));
  facts->file[facts->files] = *source;
  *number = facts->files++;
  return TC_OK;
}

tc_status tb_facts_add_file(tb_facts *facts, const char *path, int *number) {
  tb_source_file source = {0};
  TC_TRY(tb_source_clean(facts->pool, path, &source.path));
  *number = find_file(facts, source.path);
  if (*number >= 0) return TC_OK;
  tb_source_hash(source.path, source.hash);
  return tb_facts_add_source(facts, &source, number);
}

static int find_function(const tb_facts *facts, const char *name, int file, int line) {
  int f = facts->functions - 1;
  while (f >= 0 && (facts->function[f].line != line || facts->function[f].file != file ||
                    strcmp(facts->function[f].name, name) != 0))
    f--;
  return f;
}

bool tb_facts_has(const tb_facts *facts, const char *name, int file, int line) {
  return find_function(facts, name, file, line) >= 0;
}

tc_status tb_facts_add_function(tb_facts *facts, const tb_function *function, int *number) {
  *number = find_function(facts, function->name, function->file, function->line);
  if (*number >= 0) return TC_OK;
  TC_TRY(reserve_item(&facts->function, sizeof *facts->function, facts->functions,
                      &((store *)facts)->function_room));
  facts->function[facts->functions] = *function;
  *number = facts->functions++;
  return TC_OK;
}

static bool is_same_target(const tb_pointer_target *a, const tb_pointer_target *b) {
  return a->file == b->file && strcmp(a->name, b->name) == 0 && strcmp(a->member, b->member) == 0 &&
         strcmp(a->signature, b->signature) == 0;
}

tc_status tb_facts_add_target(tb_facts *facts, const tb_pointer_target *target) {
  for (int t = 0; t < facts->targets; t++)
    if (is_same_target(&facts->target[t], target)) return TC_OK;
  TC_TRY(reserve_item(&facts->target, sizeof *facts->target, facts->targets, &((store *)facts)->target_room));
  facts->target[facts->targets++] = *target;
  return TC_OK;
}

tc_status tb_facts_numbers(tb_facts *facts, int count, const int *of, tb_index_list *out) {
  int *copy = NULL;
  *out = (tb_index_list){0};
  if (count == 0) return TC_OK;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)count * sizeof *copy, &copy));
  memcpy(copy, of, (size_t)count * sizeof *copy);
  *out = (tb_index_list){count, copy};
  return TC_OK;
}

/* ---- lookups ---- */

tc_status tb_facts_check_sources(const tb_facts *facts, const tc_bit_set *files) {
  char now[TB_SOURCE_HASH];
  for (int f = 0; f < facts->files; f++) {
    const tb_source_file *file = &facts->file[f];
    if (files && !tc_bit_set_contains(files, f)) continue;
    if (!file->hash[0] || !tb_source_hash(file->path, now)) continue;
    if (strcmp(now, file->hash) != 0)
      return tc_status_create(TC_INPUT,
                              "%s: has changed since it was analysed: run 'tcblame analyze' again, and "
                              "sample a program built from the same sources",
                              file->path);
  }
  return TC_OK;
}

int tb_facts_file(const tb_facts *facts, const char *path) {
  int best = find_file(facts, path), most = 1;
  if (best >= 0) return best;
  for (int f = 0; f < facts->files; f++) {
    const int parts = tb_source_common_end(facts->file[f].path, path);
    if (parts <= most) continue;
    most = parts;
    best = f;
  }
  return best;
}

static bool contains_line(const tb_function *function, int file, int line, const char *name) {
  return function->file == file && function->line <= line && line <= function->last_line &&
         (!name || strcmp(function->name, name) == 0);
}

const tb_function *tb_facts_function(const tb_facts *facts, const char *file, int line, const char *name) {
  const tb_function *best = NULL;
  const int number = tb_facts_file(facts, file);
  for (int f = 0; number >= 0 && f < facts->functions; f++)
    if (contains_line(&facts->function[f], number, line, name) &&
        (!best || facts->function[f].line > best->line))
      best = &facts->function[f];
  return best;
}
