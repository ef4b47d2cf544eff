#include "blame/facts/facts_scan.h"

#include <stddef.h>

static bool are_below(tb_index_list numbers, int end) {
  for (int i = 0; i < numbers.count; i++)
    if (numbers.item[i] < 0 || numbers.item[i] >= end) return false;
  return true;
}

static bool is_file(int file, int files) { return file >= 0 && file < files; }

/* True if all indices in `in` refer to existing items. The index after the last parameter is valid too,
 * because it denotes the additional arguments of a variadic function. */
static bool are_inputs(const tb_function *f, const tb_inputs *in) {
  return are_below(in->reads, f->places) && are_below(in->from, f->definitions) &&
         are_below(in->entry_parameters, f->parameters + 1);
}

static const char *fault_of_place(const tb_function *f, const tb_access_path *p) {
  const bool of_call = p->root == TB_ROOT_CALL || p->root == TB_ROOT_HEAP;
  if (p->root == TB_ROOT_PARAMETER && p->number > f->parameters)
    return "access path refers to a missing parameter";
  if (of_call && p->number >= f->definitions) return "access path refers to a missing call";
  return NULL;
}

static bool are_spots(int count, const tb_source_position *spot, int files) {
  for (int s = 0; s < count; s++)
    if (!is_file(spot[s].file, files)) return false;
  return true;
}

static const char *fault_of_definition(const tb_function *f, const tb_definition *d, int files) {
  const bool call = d->kind == TB_DEFINE_CALL;
  if (!are_spots(1, &d->at, files) || !are_spots(d->positions, d->position, files) ||
      !are_spots(d->jumps, d->jump, files))
    return "source position refers to a missing file";
  if (d->callee_file >= files) return "callee refers to a missing file";
  if (!are_below(d->writes, f->places)) return "definition writes a missing access path";
  if (!are_inputs(f, &d->in) || !are_inputs(f, &d->pointed))
    return "input refers to a missing access path, definition or parameter";
  if (!are_below(d->controlling_branches, f->definitions))
    return "controlling branch refers to a missing definition";
  if (!call && (d->callee || d->through)) return "callee given for a definition that is no call";
  if (call && !d->callee && (!d->through || !d->signature)) return "call without callee";
  for (int a = 0; a < d->arguments; a++)
    if (!are_inputs(f, &d->argument[a].in) || !are_below(d->argument[a].targets, f->places))
      return "argument refers to a missing access path, definition or parameter";
  return NULL;
}

const char *tb_facts_find_fault(const tb_function *f, int files) {
  const char *fault = NULL;
  if (!is_file(f->file, files)) return "function refers to a missing file";
  if (f->line < 1 || f->last_line < f->line) return "invalid line range of the function";
  for (int p = 0; p < f->places && !fault; p++) fault = fault_of_place(f, &f->place[p]);
  for (int p = 0; p < f->pointers && !fault; p++)
    if (f->pointer[p].place < 0 || f->pointer[p].place >= f->places ||
        !are_below(f->pointer[p].targets, f->places))
      fault = "stored pointer refers to a missing access path";
  for (int d = 0; d < f->definitions && !fault; d++) fault = fault_of_definition(f, &f->definition[d], files);
  return fault;
}
