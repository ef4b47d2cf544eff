/* Writes facts as text in the format of facts_format.h. Called by `tcblame analyze`. Files, functions and
 * pointer targets are sorted first, so equal facts give equal files in any order of compilation. File indices
 * are translated to the sorted order. An existing file is replaced only after the new one is complete. */
#define _GNU_SOURCE /* Required for qsort_r. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/file.h"
#include "blame/facts/facts_format.h"

/* Sorted order of the files, functions and pointer targets of the facts. */
typedef struct sorted_order {
  const tb_facts *facts;
  /* [items] index in the facts of the item at each position of the sorted order */
  int *file, *function, *target;
  int *file_position; /* [files] position of each file in sorted order */
  tc_pool pool;       /* owns the arrays */
} sorted_order;

/* ---- sorting the items ---- */

static int compare_files(const void *a, const void *b, void *order_data) {
  const sorted_order *o = order_data;
  return strcmp(o->facts->file[*(const int *)a].path, o->facts->file[*(const int *)b].path);
}

static int compare_functions(const void *a, const void *b, void *order_data) {
  const sorted_order *o = order_data;
  const tb_function *f = &o->facts->function[*(const int *)a], *g = &o->facts->function[*(const int *)b];
  if (f->file != g->file) return o->file_position[f->file] - o->file_position[g->file];
  if (f->line != g->line) return f->line - g->line;
  return strcmp(f->name, g->name);
}

static int get_file_position(const sorted_order *o, int file) {
  return file < 0 ? -1 : o->file_position[file];
}

static int compare_targets(const void *a, const void *b, void *order_data) {
  const sorted_order *o = order_data;
  const tb_pointer_target *s = &o->facts->target[*(const int *)a], *t = &o->facts->target[*(const int *)b];
  int result = strcmp(s->member, t->member);
  if (result == 0) result = strcmp(s->name, t->name);
  if (result == 0) result = get_file_position(o, s->file) - get_file_position(o, t->file);
  return result != 0 ? result : strcmp(s->signature, t->signature);
}

typedef int comparison(const void *a, const void *b, void *order_data);

static tc_status sort_items(int count, comparison *compare, sorted_order *o, int **out) {
  TC_TRY(tc_pool_alloc(&o->pool, (size_t)count * sizeof **out, out));
  for (int i = 0; i < count; i++) (*out)[i] = i;
  qsort_r(*out, (size_t)count, sizeof **out, compare, o);
  return TC_OK;
}

static tc_status sort_facts(sorted_order *o) {
  const tb_facts *facts = o->facts;
  TC_TRY(sort_items(facts->files, compare_files, o, &o->file));
  TC_TRY(tc_pool_alloc(&o->pool, (size_t)facts->files * sizeof *o->file_position, &o->file_position));
  for (int i = 0; i < facts->files; i++) o->file_position[o->file[i]] = i;
  TC_TRY(sort_items(facts->functions, compare_functions, o, &o->function));
  return sort_items(facts->targets, compare_targets, o, &o->target);
}

/* ---- writing values ---- */

/* Output file, and the sorted order in which items are written to it. */
typedef struct facts_writer {
  FILE *out;
  const sorted_order *order;
  int file; /* Index of the file of the function that is written. */
} facts_writer;

static void write_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '\\' || *text == '"') fputc('\\', out);
    fputc(*text == '\n' ? ' ' : *text, out);
  }
  fputc('"', out);
}

static void write_numbers(FILE *out, const tb_index_list *numbers) {
  for (int i = 0; i < numbers->count; i++) fprintf(out, "%s%d", i > 0 ? "," : "", numbers->item[i]);
}

static void write_positions(const facts_writer *writer, int count, const tb_source_position *position) {
  for (int s = 0; s < count; s++) {
    fprintf(writer->out, "%s%d:%d", s > 0 ? "," : "", position[s].line, position[s].column);
    if (position[s].file != writer->file)
      fprintf(writer->out, "@%d", writer->order->file_position[position[s].file]);
  }
}

/* ---- writing items ---- */

static int get_array_count(const tb_fact_field *field, const void *item) {
  const void *at = (const char *)item + field->count_offset;
  return *(const int *)at;
}

static bool has_value(const tb_fact_field *field, const void *item) {
  const void *at = (const char *)item + field->offset;
  switch (field->kind) {
  case TB_FIELD_FLAG: return *(const bool *)at;
  case TB_FIELD_INT: return *(const int *)at != 0;
  case TB_FIELD_FILE: return *(const int *)at >= 0;
  case TB_FIELD_TEXT: return *(const char *const *)at != NULL;
  case TB_FIELD_WORDS: return **(const char *const *)at != '\0';
  case TB_FIELD_HASH: return *(const char *)at != '\0';
  case TB_FIELD_NUMBERS: return ((const tb_index_list *)at)->count > 0;
  case TB_FIELD_POSITIONS: return get_array_count(field, item) > 0;
  case TB_FIELD_CHOICE:
  case TB_FIELD_POSITION: return true;
  }
  return false;
}

static void write_value(const facts_writer *writer, const tb_fact_field *field, const void *item) {
  const void *at = (const char *)item + field->offset;
  switch (field->kind) {
  case TB_FIELD_FLAG: break;
  case TB_FIELD_INT: fprintf(writer->out, "%d", *(const int *)at); break;
  case TB_FIELD_FILE: fprintf(writer->out, "%d", writer->order->file_position[*(const int *)at]); break;
  case TB_FIELD_TEXT:
  case TB_FIELD_WORDS: write_text(writer->out, *(const char *const *)at); break;
  case TB_FIELD_HASH: fputs(at, writer->out); break;
  case TB_FIELD_CHOICE: fputs(field->names[*(const int *)at], writer->out); break;
  case TB_FIELD_NUMBERS: write_numbers(writer->out, at); break;
  case TB_FIELD_POSITION: write_positions(writer, 1, at); break;
  case TB_FIELD_POSITIONS:
    write_positions(writer, get_array_count(field, item), *(const tb_source_position *const *)at);
  }
}

static void write_fields(const facts_writer *writer, const char *kind, const tb_fact_field *field,
                         const void *item) {
  fputs(kind, writer->out);
  for (; field->key; field++) {
    if (!has_value(field, item)) continue;
    fprintf(writer->out, field->kind == TB_FIELD_FLAG ? " %s" : " %s ", field->key);
    write_value(writer, field, item);
  }
  fputc('\n', writer->out);
}

static void write_definition(const facts_writer *writer, const tb_definition *d) {
  write_fields(writer, "define", tb_definition_fields, d);
  for (int a = 0; a < d->arguments; a++)
    write_fields(writer, "argument", tb_argument_fields, &d->argument[a]);
  if (d->kind == TB_DEFINE_CALL && !d->callee)
    write_fields(writer, "pointed", tb_inputs_fields, &d->callee_inputs);
}

static void write_function(facts_writer *writer, const tb_function *f) {
  writer->file = f->file;
  write_fields(writer, "function", tb_function_fields, f);
  for (int i = 0; i < f->parameters; i++) {
    fputs("parameter name ", writer->out);
    write_text(writer->out, f->parameter[i]);
    fputc('\n', writer->out);
  }
  for (int i = 0; i < f->access_paths - f->added_paths; i++)
    write_fields(writer, "place", tb_access_path_fields, &f->access_path[i]);
  for (int i = 0; i < f->pointers; i++) write_fields(writer, "pointer", tb_pointer_fields, &f->pointer[i]);
  for (int i = 0; i < f->definitions; i++) write_definition(writer, &f->definition[i]);
}

static void write_all_facts(FILE *out, const sorted_order *o) {
  const tb_facts *facts = o->facts;
  facts_writer writer = {out, o, -1};
  fprintf(out, "%s %d\n", tb_facts_magic, TB_FACTS_VERSION);
  write_fields(&writer, "made", tb_facts_header_fields, facts);
  for (int i = 0; i < facts->files; i++)
    write_fields(&writer, "file", tb_source_fields, &facts->file[o->file[i]]);
  for (int i = 0; i < facts->targets; i++)
    write_fields(&writer, "target", tb_target_fields, &facts->target[o->target[i]]);
  for (int i = 0; i < facts->functions; i++) write_function(&writer, &facts->function[o->function[i]]);
  fputs("end\n", out);
}

tc_status tb_facts_write(const tb_facts *facts, const char *path) {
  sorted_order o = {.facts = facts};
  tc_file file = {0};
  tc_status status = sort_facts(&o);
  if (!status) status = tc_file_open(path, &file);
  if (!status) {
    write_all_facts(file.out, &o);
    status = tc_file_commit(&file);
  }
  tc_file_discard(&file);
  tc_pool_free(&o.pool);
  return status;
}
