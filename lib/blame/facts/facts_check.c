#include "blame/facts/facts_scan.h"

#include <stddef.h>

static bool are_indices_below(tb_index_list indices, int end) {
  for (int i = 0; i < indices.count; i++)
    if (indices.item[i] < 0 || indices.item[i] >= end) return false;
  return true;
}

static bool is_file_index(int file, int files) { return file >= 0 && file < files; }

/* True if all indices in `in` refer to existing items. The index after the last parameter is valid too,
 * because it denotes the additional arguments of a variadic function. */
static bool are_inputs(const tb_function *f, const tb_inputs *in) {
  return are_indices_below(in->reads, f->access_paths) &&
         are_indices_below(in->definitions, f->definitions) &&
         are_indices_below(in->entry_parameters, f->parameters + 1);
}

static const char *find_path_fault(const tb_function *f, const tb_access_path *p) {
  const bool is_call_root = p->root == TB_ROOT_CALL || p->root == TB_ROOT_HEAP;
  if (p->root == TB_ROOT_PARAMETER && p->number > f->parameters)
    return "access path refers to a missing parameter";
  if (is_call_root && p->number >= f->definitions) return "access path refers to a missing call";
  return NULL;
}

static bool are_positions_valid(int count, const tb_source_position *position, int files) {
  for (int s = 0; s < count; s++)
    if (!is_file_index(position[s].file, files)) return false;
  return true;
}

static const char *find_definition_fault(const tb_function *f, const tb_definition *d, int files) {
  const bool is_call = d->kind == TB_DEFINE_CALL;
  if (!are_positions_valid(1, &d->at, files) || !are_positions_valid(d->positions, d->position, files) ||
      !are_positions_valid(d->jumps, d->jump, files))
    return "source position refers to a missing file";
  if (d->callee_file >= files) return "callee refers to a missing file";
  if (!are_indices_below(d->writes, f->access_paths)) return "definition writes a missing access path";
  if (!are_inputs(f, &d->inputs) || !are_inputs(f, &d->callee_inputs))
    return "input refers to a missing access path, definition or parameter";
  if (!are_indices_below(d->controlling_branches, f->definitions))
    return "controlling branch refers to a missing definition";
  if (!is_call && (d->callee || d->callee_pointer)) return "callee given for a definition that is no call";
  if (is_call && !d->callee && (!d->callee_pointer || !d->signature)) return "call without callee";
  for (int a = 0; a < d->arguments; a++)
    if (!are_inputs(f, &d->argument[a].inputs) || !are_indices_below(d->argument[a].targets, f->access_paths))
      return "argument refers to a missing access path, definition or parameter";
  return NULL;
}

const char *tb_facts_find_fault(const tb_function *f, int files) {
  const char *fault = NULL;
  if (!is_file_index(f->file, files)) return "function refers to a missing file";
  if (f->line < 1 || f->last_line < f->line) return "invalid line range of the function";
  for (int p = 0; p < f->access_paths && !fault; p++) fault = find_path_fault(f, &f->access_path[p]);
  for (int p = 0; p < f->pointers && !fault; p++)
    if (f->pointer[p].access_path < 0 || f->pointer[p].access_path >= f->access_paths ||
        !are_indices_below(f->pointer[p].targets, f->access_paths))
      fault = "stored pointer refers to a missing access path";
  for (int d = 0; d < f->definitions && !fault; d++)
    fault = find_definition_fault(f, &f->definition[d], files);
  return fault;
}
