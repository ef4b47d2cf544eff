#include "blame/profile/statement_match.h"

#include <string.h>

/* Returns the index in facts->file of the frame's source file. If the facts do not contain its path, returns
 * the file of the frame's function. Returns -1 if the frame has no file, or if its function was not analysed
 * either. */
static int find_file(const tb_facts *facts, const tb_frame *frame) {
  if (!frame->file) return -1;
  if (frame->facts && strcmp(facts->file[frame->facts->file].path, frame->file) == 0)
    return frame->facts->file;
  for (int f = 0; f < facts->files; f++)
    if (strcmp(facts->file[f].path, frame->file) == 0) return f;
  /* The debug information may contain another path for the file of the function. */
  return frame->facts ? frame->facts->file : -1;
}

static tb_match_level match_positions(int positions, const tb_source_position *position, int file, int line,
                                      int column) {
  tb_match_level best = TB_MATCH_NONE;
  for (int s = 0; s < positions; s++) {
    if (position[s].file != file || position[s].line != line) continue;
    if (column > 0 && position[s].column == column) return TB_MATCH_COLUMN;
    best = TB_MATCH_LINE;
  }
  return best;
}

/* Compares a source position with the positions of a definition. If `by_jumps` is true, compares it instead
 * with the positions at which the blocks end that a branch controls. */
static tb_match_level match_definition(const tb_definition *d, bool by_jumps, int file, int line,
                                       int column) {
  return by_jumps ? match_positions(d->jumps, d->jump, file, line, column)
                  : match_positions(d->positions, d->position, file, line, column);
}

static tb_match_level find_best_level(const tb_function *f, bool by_jumps, int file, int line, int column) {
  tb_match_level best = TB_MATCH_NONE;
  for (int d = 0; d < f->definitions && best != TB_MATCH_COLUMN; d++) {
    const tb_match_level level = match_definition(&f->definition[d], by_jumps, file, line, column);
    if (level > best) best = level;
  }
  return best;
}

/* ---- positions without a statement ---- */

/* True if the line is after the start of function `f` and no other function of the file begins in between. */
static bool is_within_function(const tb_facts *facts, const tb_function *f, int line) {
  if (line < f->line) return false;
  for (int g = 0; g < facts->functions; g++)
    if (facts->function[g].file == f->file && facts->function[g].line > f->line &&
        facts->function[g].line <= line)
      return false;
  return true;
}

/* Returns the first line after `line` on which the function has a definition in its own file; 0 if there is
 * none. */
static int find_next_line(const tb_function *f, int line) {
  int next = 0;
  for (int d = 0; d < f->definitions; d++)
    for (int s = 0; s < f->definition[d].positions; s++) {
      const tb_source_position *position = &f->definition[d].position[s];
      if (position->file == f->file && position->line > line && (next == 0 || position->line < next))
        next = position->line;
    }
  return next;
}

static tc_status match_nearest_statements(const tb_function *f, int line, tc_bit_set *out,
                                          tb_match_level *level) {
  const bool is_head = line < find_next_line(f, 0);
  const int next = find_next_line(f, line);
  for (int d = 0; d < f->definitions; d++) {
    const tb_definition *definition = &f->definition[d];
    const bool is_next = next > 0 ? match_definition(definition, false, f->file, next, 0) == TB_MATCH_LINE
                                  : definition->kind == TB_DEFINE_RETURN;
    if (!is_head && !is_next) continue;
    *level = TB_MATCH_LINE;
    if (out) TC_TRY(tc_bit_set_add(out, d));
  }
  return TC_OK;
}

tc_status tb_statement_match_find(const tb_facts *facts, const tb_function *f, int file, int line, int column,
                                  tc_bit_set *out, tb_match_level *level) {
  const tb_match_level position = find_best_level(f, false, file, line, column);
  const tb_match_level jump_level = find_best_level(f, true, file, line, column);
  *level = position >= jump_level ? position : jump_level;
  if (*level == TB_MATCH_NONE && file == f->file && is_within_function(facts, f, line))
    return match_nearest_statements(f, line, out, level);
  for (int d = 0; d < f->definitions && out && *level != TB_MATCH_NONE; d++)
    if (match_definition(&f->definition[d], jump_level > position, file, line, column) >= *level)
      TC_TRY(tc_bit_set_add(out, d));
  return TC_OK;
}

tc_status tb_statement_match_frame(const tb_facts *facts, const tb_frame *frame, int column, tc_bit_set *out,
                                   tb_match_level *level) {
  tb_match_level found;
  return tb_statement_match_find(facts, frame->facts, find_file(facts, frame), frame->line, column, out,
                                 level ? level : &found);
}

static int rank_call(const tb_definition *d, const char *callee) {
  return d->kind != TB_DEFINE_CALL ? 0 : d->callee && strcmp(d->callee, callee) == 0 ? 2 : 1;
}

int tb_statement_match_select_calls(const tb_function *f, const char *callee, tc_bit_set *set) {
  int best = 0;
  for (int d = tc_bit_set_next(set, 0); d >= 0; d = tc_bit_set_next(set, d + 1))
    if (rank_call(&f->definition[d], callee) > best) best = rank_call(&f->definition[d], callee);
  for (int d = tc_bit_set_next(set, 0); d >= 0; d = tc_bit_set_next(set, d + 1))
    if (rank_call(&f->definition[d], callee) < best) tc_bit_set_remove(set, d);
  return best;
}
