/* Parser of kernels' command line. A table maps each option to the function that sets it and to the commands
 * that support it. Values that depend on other options are parsed after the last word; for example, blocks
 * depend on --cells. The header of a pattern is read at once, its columns only when an instance is needed. */
#include "options.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/program/option.h"
#include "base/program/thread_count.h"
#include "base/text/text.h"
#include "sparse/ell_pattern_file.h"
#include "sparse/instance.h"

enum { most_steps = 1000000, usual_blocks = 20, most_tile = 1 << 20, most_sector = 1 << 16 };

/* State of the parser: the result, and the texts of options that depend on other options, stored until all
 * words are parsed. */
typedef struct reading {
  kn_options *out;
  const char *blocks;
  const char *instance; /* name of the last given option that describes instances; NULL if none is given */
} reading;

/* Copies the text at *at up to the next separator to `word`, truncated to 63 characters, and moves *at after
 * the separator. Returns false at the end of the text. */
static bool next_word(const char **at, const char *separator, char word[64]) {
  if (!*at) return false;
  const size_t length = strcspn(*at, separator);
  const size_t kept = length < 63 ? length : 63;
  memcpy(word, *at, kept);
  word[kept] = '\0';
  *at = (*at)[length] ? *at + length + 1 : NULL;
  return true;
}

tc_status kn_options_add(const char *name, int32_t number, kn_options_list *list) {
  if (list->count == KN_OPTIONS_LIST)
    return tc_status_create(TC_USAGE, "%s: more than %d numbers: use a shorter list", name,
                            (int)KN_OPTIONS_LIST);
  list->item[list->count++] = number;
  return TC_OK;
}

static tc_status set_cells(const char *name, const char *value, reading *r) {
  return tc_option_int32(name, value, TC_INSTANCE_MIN, TC_INSTANCE_MAX, &r->out->cells);
}

static tc_status set_seed(const char *name, const char *value, reading *r) {
  return tc_option_int32(name, value, 0, INT32_MAX, &r->out->seed);
}

static tc_status set_steps(const char *name, const char *value, reading *r) {
  return tc_option_int32(name, value, 1, most_steps, &r->out->steps);
}

static tc_status set_blocks(const char *name, const char *value, reading *r) {
  (void)name;
  r->blocks = value;
  return TC_OK;
}

static tc_status read_list(const char *name, const char *value, int32_t high, kn_options_list *list) {
  char word[64];
  int32_t number = 1;
  list->count = 0;
  while (next_word(&value, ",", word)) {
    TC_TRY(tc_option_int32(name, word, 1, high, &number));
    TC_TRY(kn_options_add(name, number, list));
  }
  return TC_OK;
}

static tc_status set_threads(const char *name, const char *value, reading *r) {
  return read_list(name, value, TC_THREAD_COUNT_MAX, &r->out->threads);
}

static tc_status set_tiles(const char *name, const char *value, reading *r) {
  return read_list(name, value, most_tile, &r->out->tiles);
}

static tc_status set_caches(const char *name, const char *value, reading *r) {
  return read_list(name, value, INT32_MAX, &r->out->caches);
}

static tc_status set_sector(const char *name, const char *value, reading *r) {
  TC_TRY(tc_option_int32(name, value, 8, most_sector, &r->out->sector));
  if (r->out->sector % 8 == 0) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: a multiple of 8 bytes is needed", name, value);
}

static tc_status read_rate(const char *name, const char *value, double *out) {
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_double(&text, out) && tc_text_at_end(&text) && *out >= 1e6 && *out <= 1e15) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s %s: bytes per second from 1e6 to 1e15 are needed: write 200 GB/s as 200e9",
                          name, value);
}

static tc_status set_bandwidth(const char *name, const char *value, reading *r) {
  return read_rate(name, value, &r->out->bandwidth_Bps);
}

static tc_status set_cache(const char *name, const char *value, reading *r) {
  return read_rate(name, value, &r->out->cache_Bps);
}

static tc_status set_tile_cache(const char *name, const char *value, reading *r) {
  return tc_option_int32(name, value, 1024, INT32_MAX, &r->out->tile_cache);
}

static tc_status set_in_flight(const char *name, const char *value, reading *r) {
  return tc_option_int32(name, value, 1, most_tile, &r->out->in_flight);
}

static tc_status set_cached(const char *name, const char *value, reading *r) {
  r->out->cached = value;
  if (strcmp(value, "x") == 0 || strcmp(value, "all") == 0) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: unknown value: use x (the vector) or all", name, value);
}

static tc_status set_kernels(const char *name, const char *value, reading *r) {
  char word[64];
  int kernel = 0;
  r->out->kernels.count = 0;
  while (next_word(&value, ",", word)) {
    TC_TRY(tc_registry_parse(&kn_kernels, name, word, NULL, &kernel));
    TC_TRY(kn_options_add(name, kernel, &r->out->kernels));
  }
  return TC_OK;
}

static tc_status set_form(const char *name, const char *value, reading *r) {
  return tc_registry_parse(&kn_row_forms, name, value, NULL, &r->out->form);
}

static tc_status set_device(const char *name, const char *value, reading *r) {
  return tc_device_options_parse(name, value, &r->out->device);
}

static tc_status set_json(const char *name, const char *value, reading *r) {
  (void)name;
  r->out->json = value;
  return TC_OK;
}

static tc_status set_pattern(const char *name, const char *value, reading *r) {
  (void)name;
  r->out->pattern = value;
  return TC_OK;
}

static const struct option {
  const char *name;
  int commands; /* sum of the kn_command values of the commands that support the option */
  tc_status (*set)(const char *name, const char *value, reading *out);
  bool of_instances;
} options[] = {
    {"--cells", KN_COMMAND_RUN | KN_COMMAND_COUNT, set_cells, true},
    {"--blocks", KN_COMMAND_RUN | KN_COMMAND_COUNT, set_blocks, true},
    {"--seed", KN_COMMAND_RUN | KN_COMMAND_COUNT, set_seed, true},
    {"--pattern", KN_COMMAND_RUN | KN_COMMAND_COUNT, set_pattern, false},
    {"--json", KN_COMMAND_RUN | KN_COMMAND_COUNT, set_json, false},
    {"--steps", KN_COMMAND_RUN, set_steps, false},
    {"--threads", KN_COMMAND_RUN, set_threads, false},
    {"--kernel", KN_COMMAND_RUN, set_kernels, false},
    {"--form", KN_COMMAND_RUN, set_form, false},
    {"--device", KN_COMMAND_RUN, set_device, false},
    {"--tile", KN_COMMAND_RUN | KN_COMMAND_COUNT, set_tiles, false},
    {"--cache", KN_COMMAND_COUNT, set_caches, false},
    {"--sector", KN_COMMAND_COUNT, set_sector, false},
    {"--tile-cache", KN_COMMAND_COUNT, set_tile_cache, false},
    {"--in-flight", KN_COMMAND_COUNT, set_in_flight, false},
    {"--cached", KN_COMMAND_COUNT, set_cached, false},
    {"--bandwidth", KN_COMMAND_COUNT, set_bandwidth, false},
    {"--cache-bandwidth", KN_COMMAND_COUNT, set_cache, false},
};

static const struct option *find_option(kn_command command, const char *word) {
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if ((options[i].commands & (int)command) && tc_option_is(word, options[i].name)) return &options[i];
  return NULL;
}

/* Parses `word` as a block size in rows and checks that it is allowed for `cells` rows. */
static tc_status read_block(const char *word, int32_t cells, int32_t *block) {
  int64_t rows = 0;
  if (!tc_option_parse_integer(word, word + strlen(word), INT32_MIN, INT32_MAX, &rows))
    return tc_status_create(TC_USAGE, "--blocks %s: numbers of rows are needed, like 8,64 or 8:500000:20",
                            word);
  *block = (int32_t)rows;
  if (*block < TC_INSTANCE_MIN)
    return tc_status_create(TC_USAGE,
                            "--blocks %s: a block must have at least %d rows (a row and its four "
                            "neighbours): "
                            "increase it",
                            word, (int)TC_INSTANCE_MIN);
  if (*block > cells)
    return tc_status_create(TC_USAGE,
                            "--blocks %s: a block cannot have more rows than the instance (--cells %d): "
                            "decrease it",
                            word, (int)cells);
  return TC_OK;
}

/* Adds `count` block sizes from `low` to `high` to the list, such that successive sizes have equal ratios.
 * Sizes that round to the same number are added once. */
static tc_status add_ratios(int32_t low, int32_t high, int32_t count, kn_options_list *list) {
  for (int32_t k = 0; k < count; k++) {
    const double part = count > 1 ? (double)k / (count - 1) : 0.0;
    const int32_t block = (int32_t)lround(low * pow((double)high / low, part));
    if (list->count == 0 || list->item[list->count - 1] != block)
      TC_TRY(kn_options_add("--blocks", block, list));
  }
  return TC_OK;
}

/* Parses block sizes given as LOWEST:HIGHEST:COUNT and adds them to the list. */
static tc_status read_ratios(const char *value, int32_t cells, kn_options_list *list) {
  char word[64];
  int32_t part[3] = {0};
  int parts = 0;
  const char *at = value;
  for (; parts < 3 && next_word(&at, ":", word); parts++)
    TC_TRY(parts < 2 ? read_block(word, cells, &part[parts])
                     : tc_option_int32("--blocks ..:", word, 1, KN_OPTIONS_LIST, &part[parts]));
  if (parts < 3 || at)
    return tc_status_create(TC_USAGE, "--blocks %s: LOWEST:HIGHEST:COUNT is needed, like 8:500000:20", value);
  return add_ratios(part[0], part[1], part[2], list);
}

static tc_status read_blocks(const char *value, int32_t cells, kn_options_list *list) {
  char word[64];
  int32_t block = 0;
  if (strchr(value, ':')) return read_ratios(value, cells, list);
  while (next_word(&value, ",", word)) {
    TC_TRY(read_block(word, cells, &block));
    TC_TRY(kn_options_add("--blocks", block, list));
  }
  return TC_OK;
}

/* Adds the default block sizes, those of Langguth et al. (2015), to o->blocks: up to half of the number of
 * rows. */
static tc_status add_default_ratios(kn_options *o) {
  const int32_t half = o->cells / 2;
  return add_ratios(TC_INSTANCE_MIN, half > TC_INSTANCE_MIN ? half : TC_INSTANCE_MIN, usual_blocks,
                    &o->blocks);
}

/* Reads the number of rows and their width from the first line of the pattern's file. The columns are read
 * when an instance is needed. */
static tc_status read_pattern_header(const reading *r) {
  kn_options *o = r->out;
  tc_ell_pattern columns;
  if (r->instance)
    return tc_status_create(TC_USAGE,
                            "%s: describes instances, which --pattern replaces by a file: remove one of the "
                            "two",
                            r->instance);
  TC_TRY(tc_ell_pattern_read_header(o->pattern, &columns));
  if (columns.width % 4 != 0)
    return tc_status_create(TC_INPUT, "%s: rows of %d columns: a multiple of 4 is needed", o->pattern,
                            columns.width);
  o->cells = columns.rows;
  o->width = columns.width;
  return kn_options_add("--blocks", 0, &o->blocks);
}

/* Sets the default of --cached. Checks that the cache holds at least one sector and that --tile-cache and
 * --in-flight are both set or both absent, because the rows in flight share the cache. */
static tc_status check_tile_cache(kn_options *o) {
  if (!o->cached) o->cached = o->tile_cache > 0 ? "x" : NULL;
  if (o->tile_cache > 0 && o->tile_cache < o->sector)
    return tc_status_create(TC_USAGE,
                            "--tile-cache %lld: smaller than one sector (%lld bytes): use at least the value "
                            "of --sector",
                            (long long)o->tile_cache, (long long)o->sector);
  if (o->tile_cache > 0 && o->in_flight > 0) return TC_OK;
  if (o->tile_cache == 0 && o->in_flight == 0 && !o->cached) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--tile-cache and --in-flight belong together, and --cached needs both: set "
                          "them");
}

static tc_status check_options(kn_command command, const reading *r) {
  kn_options *o = r->out;
  int told = 0;
  TC_TRY(check_tile_cache(o));
  TC_TRY(kn_options_match_device(command, o));
  TC_TRY(tc_thread_count_from_environment(&told));
  if (o->threads.count == 0) TC_TRY(kn_options_add("--threads", told > 0 ? told : 1, &o->threads));
  if ((o->bandwidth_Bps > 0.0) != (o->cache_Bps > 0.0))
    return tc_status_create(TC_USAGE,
                            "--bandwidth and --cache-bandwidth belong together: set both or neither");
  if (o->pattern) return read_pattern_header(r);
  return r->blocks ? read_blocks(r->blocks, o->cells, &o->blocks) : add_default_ratios(o);
}

tc_status kn_options_parse(kn_command command, int argc, char **argv, kn_options *out) {
  reading r = {.out = out};
  *out = (kn_options){.cells = 1000000, .width = TC_INSTANCE_DEGREE, .seed = 1, .steps = 100, .sector = 32};
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--directed") == 0) {
      out->directed = true;
      r.instance = argv[i];
      continue;
    }
    if (command == KN_COMMAND_RUN && strcmp(argv[i], "--forecast") == 0) {
      out->forecast = true;
      continue;
    }
    const struct option *option = find_option(command, argv[i]);
    const char *value = NULL;
    if (!option) return tc_status_create(TC_USAGE, "unknown option %s (see --help)", argv[i]);
    TC_TRY(tc_option_value(argc, argv, &i, option->name, &value));
    if (option->of_instances) r.instance = option->name;
    TC_TRY(option->set(option->name, value, &r));
  }
  return check_options(command, &r);
}

tc_status kn_options_fit(const kn_options *o, int bytes_per_cell, int beside_B) {
  const double needed = (double)bytes_per_cell * o->cells + beside_B, left = (double)tc_memory_available();
  if (needed <= left) return TC_OK;
  return tc_status_create(TC_INTERNAL, "%s %d needs %.1f GB of memory, but %.1f GB are free: use fewer rows",
                          o->pattern ? "--pattern: row count" : "--cells", (int)o->cells, 1e-9 * needed,
                          1e-9 * left);
}

static tc_status read_pattern(const kn_options *o, int32_t *column) {
  tc_ell_pattern columns;
  int32_t *read = NULL;
  TC_TRY(tc_ell_pattern_read(o->pattern, &columns, &read));
  tc_status status = TC_OK;
  if (columns.rows != o->cells || columns.width != o->width)
    status = tc_status_create(TC_INPUT, "%s: has changed since the program began: rerun", o->pattern);
  else
    memcpy(column, read, (size_t)o->cells * (size_t)o->width * sizeof *column);
  tc_free(read);
  return status;
}

tc_status kn_options_instance(const kn_options *o, int32_t block, int32_t *column) {
  if (o->pattern) return read_pattern(o, column);
  if (!o->directed) return tc_instance_symmetric(o->cells, block, (uint64_t)o->seed, column);
  tc_instance_directed(o->cells, block, TC_INSTANCE_DEGREE, (uint64_t)o->seed, column);
  return TC_OK;
}
