#include "io/machine/step_cache.h"

#include <inttypes.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/numeric/hash.h"
#include "io/machine/cache_folder.h"
#include "io/machine/step_entry.h"

#define NAME "stable-steps"

/* ---- a log that counts its notes ---- */

static int notes;
static char note[TC_LOG_TEXT];

static void count_note(void *self, tc_log_level level, tc_log_event event, const char *text) {
  (void)self;
  notes += event == TC_LOG_LINE && level <= TC_LOG_NORMAL;
  snprintf(note, sizeof note, "%s", text);
}

static const tc_log_sink sink = {count_note, NULL, false};
static const tc_log normal = {.sink = &sink, .level = TC_LOG_VERBOSE};

/* ---- steps to be cached ---- */

static tc_extreme_cell place(double value) {
  return (tc_extreme_cell){value, (tc_gid)(7 + value * value), {value + 0.1, -value, 1e-300}};
}

/* Returns a stable step in which no member is 0. */
static tc_stable_step make_step(int stages) {
  return (
      tc_stable_step){.takes_one = true,
                      .stabilisation = 0.3,
                      .distant = 3,
                      .limited = true,
                      .certificate = {11, place(-2.0)},
                      .proved = true,
                      .spectrum = {60.0, 70.0, true, 50},
                      .bound = INFINITY,
                      .slowed = 1.0 / 3.0,
                      .bound_without = 0.7,
                      .step = {4, 0.5},
                      .euler_bound = 0.03,
                      .stages = stages,
                      .ellipse = {true, 9, tc_ellipse_axis_ratio(9), 61.0, INFINITY, place(3.0), 400, 801},
                      .tested = {67, 0.02},
                      .depends_on_steps = true,
                      .growth = {-INFINITY, 0.1, false, true, -4.0, place(4.0), 480},
                      .response = {true, 17.0, 2, {place(5.0), place(6.0), place(7.0)}, 12, 1100},
                      .jump_gain = place(8.0),
                      .products = 2431};
}

static bool is_equal(const tc_stable_step *a, const tc_stable_step *b) {
  tc_line line[2] = {{0}, {0}};
  const tc_step_entry entry[2] = {{1, *a}, {1, *b}};
  for (int k = 0; k < 2; k++) cr_assert(tc_step_entry_format(&entry[k], &line[k]));
  return strcmp(line[0].text, line[1].text) == 0;
}

static void expect_entry(uint64_t key, int stages) {
  const tc_stable_step expected = make_step(stages);
  tc_stable_step found;
  cr_assert(tc_step_cache_read(key, &normal, &found), "%d", (int)key);
  cr_assert(is_equal(&found, &expected));
}

static bool has_entry(uint64_t key) {
  tc_stable_step found;
  return tc_step_cache_read(key, &normal, &found);
}

static bool write_entry(uint64_t key, int stages) {
  const tc_stable_step step = make_step(stages);
  return tc_step_cache_write(key, &step, &normal);
}

/* ---- lines of the cache file ---- */

/* The table of the cache must list each member of tc_stable_step. The part of the struct that is not
 * listed must be small, because it consists of padding only. A new member without an entry in the table
 * would exceed the limit. */
Test(step_cache, lines_contain_all_members) {
  const size_t own = sizeof(uint64_t) + sizeof(int),
               padding = sizeof(tc_stable_step) - own - tc_step_entry_bytes();
  cr_expect_leq(padding, 64,
                "%zu bytes of tc_stable_step are in no entry: extend step_entry.c and raise "
                "TC_STEP_CACHE_VERSION",
                padding);
}

Test(step_cache, lines_have_all_bits) {
  const tc_step_entry entry = {0xfedcba9876543210, make_step(27)};
  tc_step_entry found;
  tc_line line = {0}, again = {0};
  uint64_t key;
  cr_assert(tc_step_entry_format(&entry, &line));
  const tc_text text = {line.text, line.text + line.length};
  cr_assert(tc_step_entry_parse(text, &found) && tc_step_entry_parse_key(text, &key));
  cr_assert(tc_step_entry_format(&found, &again));
  cr_expect_str_eq(again.text, line.text);
  cr_expect(found.key == entry.key && key == entry.key);
  cr_expect(found.step.growth.rate == -INFINITY && found.step.ellipse.rate == INFINITY);
  cr_expect(found.step.response.worst[2].position[1] == -7.0 && found.step.jump_gain.cell == 71);
  cr_expect(found.step.stages == 27 && found.step.ellipse.rung == 9 && found.step.products == 2431);
}

Test(step_cache, values_out_of_range) {
  tc_step_entry entry = {1, make_step(27)};
  tc_line line = {0};
  entry.step.stages = 1;
  cr_expect_not(tc_step_entry_format(&entry, &line));
  entry.step = make_step(27);
  entry.step.spectrum.largest = NAN;
  cr_expect_not(tc_step_entry_format(&entry, &line));
  entry.step = make_step(27);
  entry.step.ellipse.place.position[2] = INFINITY;
  cr_expect_not(tc_step_entry_format(&entry, &line));
}

/* Formats a cache entry with this step as a line and parses the line again. Returns true if the line is
 * valid and the step is equal. */
static bool is_parsed(const tc_stable_step *step) {
  const tc_step_entry entry = {1, *step};
  tc_step_entry found;
  tc_line line = {0};
  cr_assert(tc_step_entry_format(&entry, &line));
  return tc_step_entry_parse((tc_text){line.text, line.text + line.length}, &found);
}

Test(step_cache, contradictory_values) {
  tc_stable_step step = make_step(27);
  cr_expect(is_parsed(&step));
  step.ellipse.rung = 10;
  cr_expect_not(is_parsed(&step));
  step = make_step(27);
  step.ellipse.found = false;
  cr_expect_not(is_parsed(&step));
  step = make_step(27);
  step.spectrum.largest = 71.0;
  cr_expect_not(is_parsed(&step));
  step = make_step(27);
  step.growth.grows = true;
  cr_expect_not(is_parsed(&step));
}

/* Formats a valid entry, replaces word `index` of its line, recomputes the hash and parses the line.
 * Returns true if the line is accepted. */
static bool is_accepted(int index, const char *word) {
  const tc_step_entry entry = {1, make_step(27)};
  tc_step_entry found;
  tc_line line = {0}, changed = {0};
  cr_assert(tc_step_entry_format(&entry, &line));
  *strrchr(line.text, ' ') = '\0';
  char *rest = line.text;
  for (int k = 0; rest; k++) {
    char *const end = strchr(rest, ' ');
    if (end) *end = '\0';
    tc_line_add(&changed, "%s%s", k > 0 ? " " : "", k == index ? word : rest);
    rest = end ? end + 1 : NULL;
  }
  tc_line_add(&changed, " %" PRIx64, tc_hash_bytes(0, changed.text, changed.length));
  return tc_step_entry_parse((tc_text){changed.text, changed.text + changed.length}, &found);
}

Test(step_cache, wrong_words_with_correct_hash) {
  enum { stabilisation = 2, settled = 15 };
  cr_expect(is_accepted(stabilisation, "0") && is_accepted(settled, "0"));
  static const char *const wrong[] =
      {"", "-1", "g", "7ff8000000000000", "bff0000000000000", "10000000000000000", "0 0"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    cr_expect_not(is_accepted(stabilisation, wrong[k]), "%s", wrong[k]);
  cr_expect_not(is_accepted(settled, "2"));
}

/* ---- the cache file ---- */

Test(step_cache, entries) {
  folder whole = folder_make(), cache = cache_use(&whole);
  notes = 0;
  cr_expect_not(has_entry(1));
  cr_expect_not(tc_step_cache_remove(1, &normal));
  cr_assert(write_entry(1, 5) && write_entry(2, 6));
  expect_entry(1, 5);
  expect_entry(2, 6);
  cr_assert(write_entry(1, 7));
  expect_entry(1, 7);
  cr_expect(tc_step_cache_remove(2, &normal));
  cr_expect_not(has_entry(2));
  cr_expect_not(tc_step_cache_remove(2, &normal));
  expect_entry(1, 7);
  cr_expect_eq(notes, 0);
  cr_expect_eq(folder_files(&cache, 0), 1, "no lock and no temporary file remains");
  cache_remove(&whole, &cache);
}

Test(step_cache, oldest_entries_are_dropped) {
  folder whole = folder_make(), cache = cache_use(&whole);
  for (int k = 1; k <= TC_STEP_CACHE_ENTRIES_MAX + 2; k++) cr_assert(write_entry((uint64_t)k, k + 1));
  cr_expect_not(has_entry(2));
  expect_entry(3, 4);
  cr_assert(write_entry(3, 90) && write_entry(100, 91), "a replaced entry becomes the latest");
  cr_expect_not(has_entry(4));
  expect_entry(3, 90);
  cache_remove(&whole, &cache);
}

/* A changed byte makes one entry invalid, and one log line reports it. The other entry remains usable. */
Test(step_cache, damaged_bytes) {
  folder whole = folder_make(), cache = cache_use(&whole);
  cr_assert(write_entry(1, 5) && write_entry(2, 6));
  char *text = file_text(&cache, NAME);
  const size_t length = strlen(text), second = (size_t)(strrchr(text, '\n') - text);
  size_t first = (size_t)(strchr(text, '\n') - text) + 1;
  for (size_t at = 0; at < length; at += at < 40 || at > second - 40 ? 1 : 7) {
    const char byte = text[at];
    text[at] = byte == '0' ? '1' : '0';
    file_write(&cache, NAME, text);
    notes = 0;
    const int usable = has_entry(1) + has_entry(2);
    cr_expect(usable <= 1 && (at < first ? usable == 0 : usable == (byte != '\n' || at + 1 == length)),
              "%zu: %d", at, usable);
    cr_expect_eq(notes, 2, "one line for each read: %s", note);
    text[at] = byte;
  }
  free(text);
  cache_remove(&whole, &cache);
}

/* The complete entries of a truncated file are usable. The next write repairs the file. */
Test(step_cache, truncated_files) {
  folder whole = folder_make(), cache = cache_use(&whole);
  cr_assert(write_entry(1, 5) && write_entry(2, 6));
  char *text = file_text(&cache, NAME);
  const size_t begin = (size_t)(strchr(text, '\n') - text) + 1,
               first = (size_t)(strchr(text + begin, '\n') - text);
  for (size_t length = strlen(text) - 2; length<strlen(text); length -= length> 60 ? 13 : 1) {
    text[length] = '\0';
    file_write(&cache, NAME, text);
    cr_expect(has_entry(1) == (length >= first) && !has_entry(2), "%zu", length);
  }
  cr_assert(write_entry(3, 8));
  expect_entry(3, 8);
  free(text);
  cache_remove(&whole, &cache);
}

static void expect_unused(const char *reason) {
  notes = 0;
  cr_expect_not(has_entry(1));
  cr_expect(notes == 1 && strstr(note, reason), "%s", note);
  cr_expect_not(write_entry(1, 6));
  cr_expect_not(tc_step_cache_remove(1, &normal));
}

Test(step_cache, link_directory_and_other_owner) {
  folder whole = folder_make(), cache = cache_use(&whole);
  char path[400], target[400];
  file_path(&cache, NAME, path);
  file_path(&cache, "target", target);
  cr_assert(write_entry(1, 5));
  cr_assert_eq(rename(path, target), 0);
  cr_assert_eq(symlink("target", path), 0);
  expect_unused("is a link: remove it");
  cr_assert_eq(unlink(path), 0);
  cr_assert_eq(mkdir(path, 0777), 0);
  expect_unused("is not a regular file");
  cr_assert_eq(rmdir(path), 0);
  cr_assert_eq(rename(target, path), 0);
  expect_entry(1, 5);
  if (geteuid() == 0) {
    cr_assert_eq(chown(path, 65534, 65534), 0);
    expect_unused("is owned by another user");
  }
  cache_remove(&whole, &cache);
}

/* A file of another program in the cache directory, and a file that is too large, are replaced. */
Test(step_cache, other_content) {
  folder whole = folder_make(), cache = cache_use(&whole);
  cr_assert(write_entry(1, 5));
  file_write(&cache, NAME, "other\n");
  notes = 0;
  cr_expect(!has_entry(1) && notes == 1 && strstr(note, "is damaged"), "%s", note);
  cr_assert(write_entry(1, 5));
  expect_entry(1, 5);
  enum { size = TC_STEP_CACHE_BYTES_MAX + 2 };
  char *text = malloc(size);
  cr_assert_not_null(text);
  memset(text, 'x', size - 1);
  text[size - 1] = '\0';
  file_write(&cache, NAME, text);
  free(text);
  cr_expect(!has_entry(1) && strstr(note, "is too large"), "%s", note);
  cr_assert(write_entry(1, 5));
  expect_entry(1, 5);
  cache_remove(&whole, &cache);
}

/* In a read-only directory, entries are read but not written. The test runs in a child process without
 * root's rights, because root may always write. */
Test(step_cache, read_only_directory) {
  folder whole = folder_make(), cache = cache_use(&whole);
  char path[400];
  int how;
  file_path(&cache, NAME, path);
  cr_assert(write_entry(1, 5));
  cr_assert(geteuid() != 0 || chown(path, 65534, 65534) == 0);
  cr_assert(chmod(whole.path, 0755) == 0 && chmod(cache.path, 0555) == 0);
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534)) _exit(99);
    notes = 0;
    _exit(!has_entry(1) ? 1 : write_entry(2, 6) ? 2 : tc_step_cache_remove(1, &normal) ? 3 : notes);
  }
  cr_assert_eq(waitpid(child, &how, 0), child);
  cr_assert(WIFEXITED(how) && WEXITSTATUS(how) == 0, "%d", WEXITSTATUS(how));
  cr_assert_eq(chmod(cache.path, 0755), 0);
  cache_remove(&whole, &cache);
}

Test(step_cache, no_directory) {
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  cr_expect(!has_entry(1) && !write_entry(1, 5) && !tc_step_cache_remove(1, &normal));
}

/* Processes that write at the same time lose no entry. */
Test(step_cache, concurrent_writes) {
  enum { processes = 4, entries = 6 };
  folder whole = folder_make(), cache = cache_use(&whole);
  for (int p = 0; p < processes; p++)
    if (fork() == 0) {
      for (int k = 1; k <= entries; k++) write_entry((uint64_t)(100 * p + k), k + 1);
      _exit(0);
    }
  for (int p = 0; p < processes; p++) wait(NULL);
  for (int p = 0; p < processes; p++)
    for (int k = 1; k <= entries; k++) expect_entry((uint64_t)(100 * p + k), k + 1);
  cache_remove(&whole, &cache);
}
