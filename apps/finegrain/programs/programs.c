#include "programs/programs.h"

#include <string.h>

#include "base/text/suggestion.h"

/* Built-in programs: name, summary and text of the loop file. The member `summary` is empty, because the text
 * of the loop file contains the summary of the program. */
static const struct program {
  const char *name, *summary, *text;
} programs[] = {
#define FG_PROGRAM(name, text) {name, "", text},
#include "tc_programs.def"
#undef FG_PROGRAM
};

TC_REGISTRY_NAMED_ITEMS(fg_programs, programs);

static bool is_file(const char *text) { return strchr(text, '/') || strchr(text, '.'); }

static tc_status unknown_program_error(const char *name) {
  tc_suggestion nearest = tc_suggestion_init(name);
  tc_line known = {0};
  for (int p = 0; p < fg_programs.count; p++) {
    tc_suggestion_add(&nearest, programs[p].name);
    tc_line_add_item(&known, programs[p].name);
  }
  if (*nearest.best_match)
    return tc_status_create(TC_USAGE, "unknown program '%s' (did you mean '%s'?)", name, nearest.best_match);
  return tc_status_create(TC_USAGE,
                          "unknown program '%s' (known: %s): use one of these or a file, like loops.yaml",
                          name, known.text);
}

static tc_status check_min_size(int64_t size, int ranks) {
  if (size >= ranks) return TC_OK;
  return tc_status_create(TC_USAGE, "--size %lld: smaller than the number of ranks, %d: increase the size",
                          (long long)size, ranks);
}

/* Checks the size of the first array of a built-in program after its loop file was parsed. The size must not
 * be below the number of ranks. In program `matrix` with block layout it must be a multiple of the number of
 * ranks. Arrays of the user's own loop files may have any size. */
static tc_status check_size(const fg_options *o, int ranks, const tc_loops *loops) {
  const int64_t size = loops->array[0].size[0];
  TC_TRY(check_min_size(size, ranks));
  const int64_t *cyclic = fg_options_value(o, "CYCLIC");
  if (strcmp(o->program, "matrix") != 0 || (cyclic && *cyclic) || size % ranks == 0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--size %lld: blocks of columns require a size that is a multiple of the %d "
                          "ranks: use %lld or --layout cyclic",
                          (long long)size, ranks, ((long long)size / ranks + 1) * ranks);
}

/* Checks the user's values of CYCLIC (option --layout) and N (option --size) for a built-in program. Called
 * before the loop file is parsed, because the parser would report a wrong value with a less clear message. */
static tc_status check_values(const fg_options *o, int ranks) {
  const int64_t *cyclic = fg_options_value(o, "CYCLIC"), *size = fg_options_value(o, "N");
  enum { min_size = 3 };
  if (size) TC_TRY(check_min_size(*size, ranks));
  if (cyclic && *cyclic != 0 && *cyclic != 1)
    return tc_status_create(TC_USAGE, "--set CYCLIC=%lld: neither 0 nor 1: use --layout block or cyclic",
                            (long long)*cyclic);
  if (size && *size < min_size)
    return tc_status_create(TC_USAGE, "--size %lld: below the minimum of %d: increase the size",
                            (long long)*size, min_size);
  return TC_OK;
}

tc_status fg_program_load(const fg_options *o, int ranks, tc_yaml_store *store, tc_loops *out) {
  tc_loop_settings settings = {.ranks = ranks, .count = o->settings};
  const int program = tc_registry_find(&fg_programs, o->program);
  for (int s = 0; s < o->settings; s++) settings.set[s] = (tc_constant){o->set[s].name, o->set[s].value};
  if (program >= 0) {
    TC_TRY(check_values(o, ranks));
    TC_TRY(tc_loop_file_parse(o->program, programs[program].text, &settings, store, out));
    return check_size(o, ranks, out);
  }
  if (!is_file(o->program)) return unknown_program_error(o->program);
  return tc_loop_file_read(o->program, &settings, store, out);
}
