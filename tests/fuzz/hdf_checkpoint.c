/* Checkpoints, from which a run resumes. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/checksum_header.h"
#include "fuzz/error_rules.h"
#include "fuzz/hdf.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_file.h"

enum { cells = 60, few = 5, step = 7 };

static const char path[] = "c.7.h5";

/* State of a run with one restart item of each kind. */
typedef struct state {
  double field[cells], w[cells], time, some[few];
  int64_t whole[3], root[4];
} state;

static state given, found;

static void set_values(state *s) {
  memset(s, 0, sizeof *s);
  for (int c = 0; c < cells; c++) s->field[c] = 1.0 / (c + 1), s->w[c] = -c;
  for (int k = 0; k < few; k++) s->some[k] = 0.25 * k;
  s->time = 0.125;
  for (int k = 0; k < 3; k++) s->whole[k] = k;
  for (int k = 0; k < 4; k++) s->root[k] = -k;
}

static tc_gid id[cells];

static tc_space make_space(const tc_world *world) {
  for (int c = 0; c < cells; c++) id[c] = cells - 1 - c;
  return (tc_space){.world = (tc_world *)world, .cells = cells, .owned = cells, .id = id};
}

static tc_status list(const tc_space *space, bool resumes, state *s, tc_restart_list *restart_list) {
  static const int32_t row[few] = {0, 3, 5, 40, 59};
  *restart_list = (tc_restart_list){.is_reading = resumes};
  TC_TRY(tc_restart_list_add_cells(restart_list, s->field, cells, "field"));
  TC_TRY(tc_restart_list_add_cells(restart_list, s->w, cells, "state.%s", "w"));
  TC_TRY(tc_restart_list_add_common(restart_list, &s->time, 1, "time"));
  TC_TRY(tc_restart_list_add_integers(restart_list, s->whole, 3, "whole"));
  TC_TRY(tc_restart_list_add_root(restart_list, true, s->root, 4, "root"));
  return tc_restart_list_add_rows(restart_list, space, s->some, few, row, "some");
}

static bool make(const tc_world *world) {
  const tc_space space = make_space(world);
  const tc_checkpoint_paths place = {.path = "c.h5"};
  tc_checkpoint_attributes facts = {0};
  tc_restart_list restart_list;
#define SET_TEXT(name) facts.by_index[TC_CHECKPOINT_##name] = #name;
  TC_CHECKPOINT_ATTRIBUTES(SET_TEXT)
#undef SET_TEXT
  set_values(&given);
  tc_status status = list(&space, false, &given, &restart_list);
  if (!status)
    status = tc_checkpoint_write(&space, &place, (tc_checkpoint_mark){step, 0}, &facts, &restart_list);
  tc_restart_list_free(&restart_list);
  return is_proper(&status, TC_DONE, path);
}

static void seal(const char *name) {
  uint64_t sum = 0;
  const int file = open(name, O_RDWR);
  tc_status status =
      tc_checksum_add_file(file, name, TC_INPUT, TC_CHECKSUM_HEADER_BYTES, lseek(file, 0, SEEK_END), &sum);
  if (!status) status = tc_checksum_header_write(file, name, TC_CHECKPOINT_FORM, sum);
  close(file);
  tc_status_free(&status);
}

static tc_status resume(const tc_world *world) {
  const tc_space space = make_space(world);
  tc_checkpoint_attributes facts = {0};
  tc_restart_list restart_list;
  int64_t number;
  TC_TRY(tc_checkpoint_verify(path, &facts));
  tc_checkpoint_attributes_free(&facts);
  TC_TRY(tc_checkpoint_number(path, "whole", &number));
  memset(&found, 0, sizeof found);
  tc_status status = list(&space, true, &found, &restart_list);
  if (!status) status = tc_checkpoint_read(&space, path, &restart_list);
  tc_restart_list_free(&restart_list);
  return status;
}

/* A damaged checkpoint must be rejected, or read with unchanged values. */
static bool use(const tc_world *world, tc_damage damage) {
  tc_status status = resume(world);
  const bool whole = status == NULL;
  const bool same = memcmp(&found, &given, sizeof given) == 0;
  if (damage == TC_DAMAGE_NONE && !(whole && same)) return false;
  if (damage == TC_DAMAGE_BYTES && whole && !same) return false;
  return is_proper(&status, TC_INPUT, path);
}

const hdf_kind hdf_checkpoint = {"checkpoint", path, make, seal, use};
