/* Storage of the facts: analysed files, functions and pointer targets, with lookups by source position.
 * blame/extract and facts_read.c add each item once. All data of an item belong to the pool of the facts.
 * Lookups find a file by its full path, or by the largest number of equal path components at the end. */
#include "blame/facts/facts.h"

#include <string.h>

#include "base/core/memory.h"
#include "blame/facts/source_file.h"

/* ---- creation and destruction ---- */

tc_status tb_facts_create(tb_facts **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "facts", out));
  (*out)->pool = &(*out)->memory;
  (*out)->compiler = "";
  return TC_OK;
}

void tb_facts_destroy(tb_facts **facts) {
  if (!*facts) return;
  TC_ARRAY_FREE(&(*facts)->file_array);
  TC_ARRAY_FREE(&(*facts)->function_array);
  TC_ARRAY_FREE(&(*facts)->target_array);
  tc_pool_free(&(*facts)->memory);
  tc_free(*facts);
  *facts = NULL;
}

/* ---- adding items ---- */

static int find_file(const tb_facts *facts, const char *path) {
  int f = facts->files - 1;
  while (f >= 0 && strcmp(facts->file[f].path, path) != 0) f--;
  return f;
}

tc_status tb_facts_add_source(tb_facts *facts, const tb_source_file *source, int *number) {
  *number = find_file(facts, source->path);
  if (*number >= 0) return TC_OK;
  *number = facts->files;
  return TC_ARRAY_ADD(&facts->file_array, source);
}

tc_status tb_facts_add_file(tb_facts *facts, const char *path, int *number) {
  tb_source_file source = {0};
  TC_TRY(tb_source_path_normalise(facts->pool, path, &source.path));
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

bool tb_facts_has_function(const tb_facts *facts, const char *name, int file, int line) {
  return find_function(facts, name, file, line) >= 0;
}

tc_status tb_facts_add_function(tb_facts *facts, const tb_function *function, int *number) {
  *number = find_function(facts, function->name, function->file, function->line);
  if (*number >= 0) return TC_OK;
  *number = facts->functions;
  return TC_ARRAY_ADD(&facts->function_array, function);
}

static bool is_same_target(const tb_pointer_target *a, const tb_pointer_target *b) {
  return a->file == b->file && strcmp(a->name, b->name) == 0 && strcmp(a->member, b->member) == 0 &&
         strcmp(a->signature, b->signature) == 0;
}

tc_status tb_facts_add_target(tb_facts *facts, const tb_pointer_target *target) {
  for (int t = 0; t < facts->targets; t++)
    if (is_same_target(&facts->target[t], target)) return TC_OK;
  return TC_ARRAY_ADD(&facts->target_array, target);
}

tc_status tb_facts_copy_indices(tb_facts *facts, int count, const int *index, tb_index_list *out) {
  int *copy = NULL;
  *out = (tb_index_list){0};
  if (count == 0) return TC_OK;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)count * sizeof *copy, &copy));
  memcpy(copy, index, (size_t)count * sizeof *copy);
  *out = (tb_index_list){count, copy};
  return TC_OK;
}

/* ---- checks and lookups of source files ---- */

tc_status tb_facts_check_sources(const tb_facts *facts, const tc_bit_set *files) {
  char hash[TB_SOURCE_HASH];
  for (int f = 0; f < facts->files; f++) {
    const tb_source_file *file = &facts->file[f];
    if (files && !tc_bit_set_contains(files, f)) continue;
    if (!file->hash[0] || !tb_source_hash(file->path, hash)) continue;
    if (strcmp(hash, file->hash) != 0)
      return tc_status_create(TC_INPUT,
                              "%s: has changed since it was analysed: run 'tcblame analyze' again, and "
                              "sample a program built from the same sources",
                              file->path);
  }
  return TC_OK;
}

int tb_facts_find_file(const tb_facts *facts, const char *path) {
  int closest = find_file(facts, path), most_common = 1;
  if (closest >= 0) return closest;
  for (int f = 0; f < facts->files; f++) {
    const int common = tb_source_path_count_common(facts->file[f].path, path);
    if (common <= most_common) continue;
    most_common = common;
    closest = f;
  }
  return closest;
}

static bool contains_line(const tb_function *function, int file, int line, const char *name) {
  return function->file == file && function->line <= line && line <= function->last_line &&
         (!name || strcmp(function->name, name) == 0);
}

const tb_function *tb_facts_find_function(const tb_facts *facts, const char *file, int line,
                                          const char *name) {
  const tb_function *closest = NULL;
  const int number = tb_facts_find_file(facts, file);
  for (int f = 0; number >= 0 && f < facts->functions; f++)
    if (contains_line(&facts->function[f], number, line, name) &&
        (!closest || facts->function[f].line > closest->line))
      closest = &facts->function[f];
  return closest;
}
