/* Options of `kernels`. Values that depend on other options are parsed after the whole command line is read.
 * For example, block sizes depend on --cells. The header of a pattern file is read with them. Its column
 * indices are read only when a command needs the matrix. */
#include "options.h"

#include <math.h>
#include <string.h>

#include "base/command/command_line.h"
#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/program/thread_count.h"
#include "command.h"
#include "sparse/ell_pattern_file.h"
#include "sparse/instance.h"

enum { max_steps = 1000000, default_blocks = 20, max_tile = 1 << 20, max_sector = 1 << 16 };

/* ---- table ---- */

tc_status kn_options_add(const char *name, int32_t number, tc_option_numbers *list) {
  if (list->count == TC_OPTION_NUMBERS)
    return tc_status_create(TC_USAGE, "%s: more than %d numbers: use a shorter list", name,
                            (int)TC_OPTION_NUMBERS);
  list->item[list->count++] = number;
  return TC_OK;
}

/* Parses a list of numbers from 1 to option->high. Repeated numbers remain in the list. */
static tc_status set_list(const tc_option *option, const char *value, void *list) {
  char word[64];
  int32_t number = 1;
  ((tc_option_numbers *)list)->count = 0;
  while (tc_option_next_word(&value, ",", word)) {
    TC_TRY(tc_option_int32(option->name, word, 1, (int32_t)option->high, &number));
    TC_TRY(kn_options_add(option->name, number, list));
  }
  return TC_OK;
}

static tc_status set_sector(const tc_option *option, const char *value, void *sector) {
  TC_TRY(tc_option_set_int32(option, value, sector));
  if (*(int32_t *)sector % 8 == 0) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: not a multiple of 8 bytes: use for example 32", option->name,
                          value);
}

static tc_status set_cached(const tc_option *option, const char *value, void *cached) {
  *(const char **)cached = value;
  if (strcmp(value, "x") == 0 || strcmp(value, "all") == 0) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: unknown value: use x (the vector) or all", option->name, value);
}

static tc_status set_device(const tc_option *option, const char *value, void *device) {
  return tc_device_options_parse(option->name, value, device);
}

#define NUMBER(member, low, high) TC_OPTION_INT32(kn_options, member, low, high)
#define LIST(member, high_)       TC_OPTION_SET(kn_options, member, tc_option_numbers, set_list), .high = high_
#define RATE(member)                                                                                         \
  TC_OPTION_DOUBLE(kn_options, member, 1000000, 1000000000000000,                                            \
                   "expected bytes per second from 1e6 to 1e15: write 200 GB/s as 200e9")
const tc_option kn_options_table[] = {
    {"--cells", "N", "rows", NUMBER(cells, TC_INSTANCE_MIN, TC_INSTANCE_MAX), .initial = "1000000"},
    {"--blocks", "LIST",
     "rows of a block, like 8,64,4096, or LOWEST:HIGHEST:COUNT in equal ratios (default: 5:N/2:20)",
     TC_OPTION_TEXT(kn_options, block_text)},
    {"--threads", "LIST", "numbers of threads (default: OMP_NUM_THREADS, else 1)",
     LIST(threads, TC_THREAD_COUNT_MAX), .commands = "run"},
    {"--kernel", "LIST",
     "placed: each thread touches its part of the arrays first, so pages are on its NUMA node (default "
     "without a device); simple: the first thread touches all arrays; shared: on a device, a tile of rows "
     "copies its values and columns into shared memory; direct: on a device, each row reads them through "
     "the cache (shared,direct: default with a device)",
     TC_OPTION_INDICES(kn_options, kernels, kn_kernels), .commands = "run"},
    {"--device", "DEVICE",
     "none (default), opencl or cuda, with :I for its device I, from 0; auto: the first GPU",
     TC_OPTION_SET(kn_options, device, tc_device_options, set_device), .commands = "run"},
    {"--tile", "LIST", "rows of a tile on the device (64 for shared, 512 for direct)", LIST(tiles, max_tile),
     .commands = "run"},
    {"--tile", "LIST", "rows of a tile", LIST(tiles, max_tile), .commands = "count", .initial = "64"},
    {"--cache", "LIST",
     "also counts lines of 64 bytes per row from beyond caches of these sizes in bytes, like 32768,2097152",
     LIST(caches, INT32_MAX), .commands = "count"},
    {"--sector", "B", "bytes of a sector, a multiple of 8",
     TC_OPTION_SET(kn_options, sector, int32_t, set_sector), .low = 8, .high = max_sector, .initial = "32",
     .commands = "count"},
    {"--tile-cache", "B",
     "bytes of the first-level cache that all tiles in flight share; default: each tile reads a sector once",
     NUMBER(tile_cache, 1024, INT32_MAX), .commands = "count"},
    {"--in-flight", "N", "rows in flight, which share this cache, like 2048", NUMBER(in_flight, 1, max_tile),
     .commands = "count"},
    {"--cached", "x|all", "data read through this cache: x (default), or also values and columns",
     TC_OPTION_SET(kn_options, cached, const char *, set_cached), .commands = "count"},
    {"--bandwidth", "X", "bytes per second of the device's memory", RATE(bandwidth_Bps), .commands = "count"},
    {"--cache-bandwidth", "Y",
     "bytes per second of the cache that all tiles share; prints the rate of form difference that both "
     "bandwidths allow, and the largest b that memory limits",
     RATE(cache_Bps), .commands = "count"},
    {"--form", "FORM",
     "difference: y_i = sum of a_ij (x_j - x_i), 11 operations per row (default); matrix: y_i = a_ii x_i + "
     "sum of a_ij x_j, 9 operations",
     TC_OPTION_INDEX(kn_options, form, kn_row_forms), .commands = "run"},
    {"--directed", NULL,
     "each row draws its neighbours independently, as in the paper; default: mutual neighbours",
     TC_OPTION_FLAG(kn_options, directed)},
    {"--seed", "S", "seed of the random numbers; instances are the same on every machine",
     NUMBER(seed, 0, INT32_MAX), .initial = "1"},
    {"--steps", "S",
     "products of each line, in fifteen rounds through all lines, so that disturbances affect all lines "
     "equally",
     NUMBER(steps, 1, max_steps), .commands = "run", .initial = "100"},
    {"--forecast", NULL,
     "adds forecasts to each line: equation (6) of the paper, and from the counted single reads; this "
     "machine is measured in the same rounds",
     TC_OPTION_FLAG(kn_options, forecast), .commands = "run"},
    {"--pattern", "FILE", "uses the rows of a mesh, written by tetracast mesh order --pattern",
     TC_OPTION_TEXT(kn_options, pattern)},
    {"--json", "FILE", "writes the result as JSON", TC_OPTION_TEXT(kn_options, json)},
    {0},
};

/* ---- blocks ---- */

/* Parses `word` as a block size in rows and checks that it is allowed for `cells` rows. */
static tc_status read_block(const char *word, int32_t cells, int32_t *block) {
  int64_t rows = 0;
  if (!tc_option_parse_integer(word, word + strlen(word), INT32_MIN, INT32_MAX, &rows))
    return tc_status_create(TC_USAGE, "--blocks %s: expected numbers of rows, like 8,64 or 8:500000:20",
                            word);
  *block = (int32_t)rows;
  if (*block < TC_INSTANCE_MIN)
    return tc_status_create(TC_USAGE,
                            "--blocks %s: a block must have at least %d rows (a row and its four "
                            "neighbours): increase it",
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
static tc_status add_ratios(int32_t low, int32_t high, int32_t count, tc_option_numbers *list) {
  for (int32_t k = 0; k < count; k++) {
    const double fraction = count > 1 ? (double)k / (count - 1) : 0.0;
    const int32_t block = (int32_t)lround(low * pow((double)high / low, fraction));
    if (list->count == 0 || list->item[list->count - 1] != block)
      TC_TRY(kn_options_add("--blocks", block, list));
  }
  return TC_OK;
}

/* Parses LOWEST:HIGHEST:COUNT and adds COUNT block sizes with equal ratios to the list. */
static tc_status read_ratios(const char *value, int32_t cells, tc_option_numbers *list) {
  char word[64];
  int32_t number[3] = {0};
  int parts = 0;
  const char *at = value;
  for (; parts < 3 && tc_option_next_word(&at, ":", word); parts++)
    TC_TRY(parts < 2 ? read_block(word, cells, &number[parts])
                     : tc_option_int32("--blocks ..:", word, 1, TC_OPTION_NUMBERS, &number[parts]));
  if (parts < 3 || at)
    return tc_status_create(TC_USAGE, "--blocks %s: expected LOWEST:HIGHEST:COUNT, like 8:500000:20", value);
  return add_ratios(number[0], number[1], number[2], list);
}

static tc_status read_blocks(const char *value, int32_t cells, tc_option_numbers *list) {
  char word[64];
  int32_t block = 0;
  if (strchr(value, ':')) return read_ratios(value, cells, list);
  while (tc_option_next_word(&value, ",", word)) {
    TC_TRY(read_block(word, cells, &block));
    TC_TRY(kn_options_add("--blocks", block, list));
  }
  return TC_OK;
}

/* Adds the default block sizes, those of Langguth et al. (2015), to o->blocks: up to half of the number of
 * rows. */
static tc_status add_default_ratios(kn_options *o) {
  const int32_t half = o->cells / 2;
  return add_ratios(TC_INSTANCE_MIN, half > TC_INSTANCE_MIN ? half : TC_INSTANCE_MIN, default_blocks,
                    &o->blocks);
}

/* Reads the number of rows and their width from the first line of the pattern's file. The column indices are
 * read when a command needs the matrix. */
static tc_status read_pattern_header(const tc_command_call *call, kn_options *o) {
  static const char *const instance_options[] = {"--cells", "--blocks", "--seed", "--directed"};
  tc_ell_pattern columns;
  for (size_t i = 0; i < sizeof instance_options / sizeof *instance_options; i++)
    if (tc_command_line_has(call, instance_options[i]))
      return tc_status_create(TC_USAGE,
                              "%s: has no effect with --pattern, which reads the matrix from a file: remove "
                              "one of the two",
                              instance_options[i]);
  TC_TRY(tc_ell_pattern_read_header(o->pattern, &columns));
  if (columns.width % 4 != 0)
    return tc_status_create(TC_INPUT,
                            "%s: has %d columns per row, which is not a multiple of 4: write it with "
                            "tetracast mesh order --pattern",
                            o->pattern, columns.width);
  o->cells = columns.rows;
  o->width = columns.width;
  return kn_options_add("--blocks", 0, &o->blocks);
}

/* Sets the default of --cached. Checks that the cache has space for at least one sector. Checks that
 * --tile-cache and --in-flight are both set or both absent, because the rows that a device processes at the
 * same time (--in-flight) share this cache. */
static tc_status check_tile_cache(kn_options *o) {
  if (!o->cached) o->cached = o->tile_cache > 0 ? "x" : NULL;
  if (o->tile_cache > 0 && o->tile_cache < o->sector)
    return tc_status_create(TC_USAGE,
                            "--tile-cache %lld: smaller than one sector (%lld bytes): use at least the value "
                            "of --sector",
                            (long long)o->tile_cache, (long long)o->sector);
  if (o->tile_cache > 0 && o->in_flight > 0) return TC_OK;
  if (o->tile_cache == 0 && o->in_flight == 0 && !o->cached) return TC_OK;
  return tc_status_create(TC_USAGE, "--tile-cache, --in-flight, --cached: each requires --tile-cache and "
                                    "--in-flight: set both");
}

tc_status kn_options_check(const tc_command_call *call) {
  kn_options *o = call->options;
  int threads = 0;
  o->width = TC_INSTANCE_DEGREE;
  TC_TRY(check_tile_cache(o));
  if (call->command == &kn_command_run) TC_TRY(kn_options_match_device(o));
  TC_TRY(tc_thread_count_from_environment(&threads));
  if (o->threads.count == 0) TC_TRY(kn_options_add("--threads", threads > 0 ? threads : 1, &o->threads));
  if ((o->bandwidth_Bps > 0.0) != (o->cache_Bps > 0.0))
    return tc_status_create(TC_USAGE,
                            "--bandwidth and --cache-bandwidth belong together: set both or neither");
  TC_TRY(o->pattern      ? read_pattern_header(call, o)
         : o->block_text ? read_blocks(o->block_text, o->cells, &o->blocks)
                         : add_default_ratios(o));
  return tc_file_prepare(o->json, "{\n  \"program\": \"", "a JSON report of Tetracast");
}

/* ---- instances ---- */

tc_status kn_options_fit(const kn_options *o, int bytes_per_cell, int extra_B) {
  const double needed_B = (double)bytes_per_cell * o->cells + extra_B,
               available_B = (double)tc_memory_available();
  if (needed_B <= available_B) return TC_OK;
  /* Example: --cells 500000000 needs 28.0 GB of memory, but 15.1 GB are free: use fewer rows */
  return tc_status_create(TC_INTERNAL, "%s %d needs %.1f GB of memory, but %.1f GB are free: use fewer rows",
                          o->pattern ? "--pattern: row count" : "--cells", (int)o->cells, 1e-9 * needed_B,
                          1e-9 * available_B);
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
