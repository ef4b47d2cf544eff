#include "blame/match.h"

#include <string.h>

int tc_match_file(const tc_facts *facts, const tc_frame *frame) {
  if (!frame->file) return -1;
  if (frame->facts && strcmp(facts->file[frame->facts->file].path, frame->file) == 0)
    return frame->facts->file;
  for (int f = 0; f < facts->files; f++)
    if (strcmp(facts->file[f].path, frame->file) == 0) return f;
  return frame->facts ? frame->facts->file : -1; /* the same file under another name */
}

static tc_match_level level_of(const tc_definition *d, int file, int line, int column) {
  tc_match_level best = TC_MATCH_NONE;
  for (int s = 0; s < d->spots; s++) {
    if (d->spot[s].file != file || d->spot[s].line != line) continue;
    if (column > 0 && d->spot[s].column == column) return TC_MATCH_COLUMN;
    best = TC_MATCH_LINE;
  }
  return best;
}

tc_status tc_match_find(const tc_function *f, int file, int line, int column, tc_set *out,
                        tc_match_level *level) {
  tc_match_level best = TC_MATCH_NONE;
  for (int d = 0; d < f->definitions && best != TC_MATCH_COLUMN; d++) {
    const tc_match_level one = level_of(&f->definition[d], file, line, column);
    if (one > best) best = one;
  }
  for (int d = 0; d < f->definitions && out && best != TC_MATCH_NONE; d++)
    if (level_of(&f->definition[d], file, line, column) >= best) TC_TRY(tc_set_add(out, d));
  *level = best;
  return TC_OK;
}
