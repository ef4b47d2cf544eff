#include "system/system_facts.h"

static int64_t count_off_diagonal(const tc_csr *A) {
  int64_t count = 0;
  for (int64_t i = 0; i < A->rows; i++)
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++) count += A->column[k] != i;
  return count;
}

tc_system_facts tc_system_facts_of(const char *file, const tc_system_input *input,
                                   const tc_distributed_system *system) {
  return (tc_system_facts){.file = file,
                           .format = input->file.format,
                           .title = input->file.title,
                           .key = input->file.key,
                           .rows = input->rows,
                           .entries = input->entries,
                           .added = input->added,
                           .off_diagonal = count_off_diagonal(&input->file.matrix),
                           .right_sides = input->count,
                           .has_volumes = input->has_volumes,
                           .is_generated = input->is_generated,
                           .longest_row = system->largest_row,
                           .symmetric = system->linear.symmetric,
                           .skew = system->skew};
}

double tc_system_facts_row_entries(const tc_system_facts *f) {
  return f->rows > 0 ? (double)f->off_diagonal / (double)f->rows : 0.0;
}

void tc_system_facts_add(const tc_system_facts *f, tc_section *json) {
  TC_SECTION(json, "matrix", TC_VALUE("file", f->file), TC_VALUE("format", f->format),
             TC_VALUE("title", f->title), TC_VALUE("key", f->key), TC_VALUE("rows", f->rows),
             TC_VALUE("entries", f->entries), TC_VALUE("added_zeros", f->added),
             TC_VALUE("longest_row", f->longest_row), TC_VALUE("symmetric", f->symmetric),
             TC_VALUE("skew", f->skew), TC_VALUE("volumes", f->has_volumes),
             TC_VALUE("right_sides", f->right_sides), TC_VALUE("generated", f->is_generated));
}

void tc_system_facts_print(const tc_system_facts *f, tc_section *out) {
  tc_section_print(out, "%s: %s%s%lld row%s, %lld entr%s, %s%s (%s)", f->file, f->title,
                   *f->title ? ": " : "", (long long)f->rows, f->rows == 1 ? "" : "s", (long long)f->entries,
                   f->entries == 1 ? "y" : "ies", f->symmetric ? "symmetric" : "not symmetric",
                   f->has_volumes ? " after scaling rows by the volumes" : "", f->format);
}
