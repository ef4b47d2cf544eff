#include "io/machine/machine_cache.h"

#include "base/program/provenance.h"
#include "io/machine/cache_folder.h"
#include "support/expect.h"

static const tc_machine_key key = {"c1-1", 2, 16, 4, "debug"};

static tc_machine make_machine(double bandwidth) {
  return (tc_machine){.name = "c1-1",
                      .ranks_per_node = 16,
                      .params = {.private_bandwidth_Bps = bandwidth, .cache_line_B = 64, .copy_s[2] = 0.0}};
}

#define FILE_NAME "c1-1-2x16x4-v2-fe94e693.yaml"

/* ---- path of the cache file ---- */

static void expect_path(const char *wanted) {
  char path[400] = "";
  cr_assert(tc_machine_cache_path(&key, path, sizeof path));
  cr_assert_str_eq(path, wanted);
}

static void expect_no_path(const tc_machine_key *of, size_t size) {
  char path[400] = "";
  tc_machine machine = make_machine(1e9);
  cr_assert_not(tc_machine_cache_path(of, path, size));
  if (size < sizeof path) return;
  cr_assert_not(tc_machine_cache_write(of, &machine));
  cr_assert_not(tc_machine_cache_read(of, &machine));
}

Test(machine_cache, where_it_lies) {
  setenv("HOME", "/home/anna", 1);
  setenv("XDG_CACHE_HOME", "/var/cache/anna", 1);
  expect_path("/var/cache/anna/tetracast/" FILE_NAME);
  unsetenv("XDG_CACHE_HOME");
  expect_path("/home/anna/.cache/tetracast/" FILE_NAME);
  setenv("XDG_CACHE_HOME", "", 1);
  expect_path("/home/anna/.cache/tetracast/" FILE_NAME);
  setenv("XDG_CACHE_HOME", "not/absolute", 1);
  expect_path("/home/anna/.cache/tetracast/" FILE_NAME);
}

Test(machine_cache, nowhere) {
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  expect_no_path(&key, 400);
  setenv("HOME", "", 1);
  expect_no_path(&key, 400);
}

/* A path that does not fit into the buffer is an error, because a truncated path would name another file. */
Test(machine_cache, long_paths) {
  const char wanted[] = "/var/cache/tetracast/" FILE_NAME;
  char path[sizeof wanted], long_folder[5000];
  setenv("XDG_CACHE_HOME", "/var/cache", 1);
  cr_assert(tc_machine_cache_path(&key, path, sizeof path));
  cr_assert_str_eq(path, wanted);
  expect_no_path(&key, sizeof path - 1);
  memset(long_folder, 'x', sizeof long_folder);
  long_folder[0] = '/';
  long_folder[sizeof long_folder - 1] = '\0';
  setenv("XDG_CACHE_HOME", long_folder, 1);
  expect_no_path(&key, 400);
}

Test(machine_cache, a_host_that_is_a_path) {
  setenv("XDG_CACHE_HOME", "/tmp", 1);
  const tc_machine_key bad = {"../c1-1", 1, 1, 1, NULL};
  expect_no_path(&bad, 400);
}

/* ---- contents of the cache ---- */

/* Returns the cached private_bandwidth_Bps, or 0 if the cache has no valid machine for this key. */
static double recall_bandwidth(const tc_machine_key *of) {
  tc_machine machine = {0};
  return tc_machine_cache_read(of, &machine) ? machine.params.private_bandwidth_Bps : 0.0;
}

/* The cache creates its directory at the first write. The second machine replaces the first one, and the
 * directory then contains only one file. */
Test(machine_cache, remembers_the_newest) {
  folder whole = folder_make(), cache = cache_use(&whole);
  const tc_machine first = make_machine(1.25e9), second = make_machine(2e9 / 3.0);
  cr_assert_eq(recall_bandwidth(&key), 0.0, "the cache is empty");
  cr_assert(tc_machine_cache_write(&key, &first));
  cr_assert_eq(recall_bandwidth(&key), 1.25e9);
  cr_assert(tc_machine_cache_write(&key, &second));
  cr_assert_eq(recall_bandwidth(&key), 2e9 / 3.0);
  cr_assert_eq(folder_files(&cache, 0), 1);
  cache_remove(&whole, &cache);
}

/* The cache does not write keys that users set by hand. A cache file with such keys is valid, and reading it
 * ignores them. */
Test(machine_cache, has_no_site) {
  static const tc_machine_site unset;
  folder whole = folder_make(), cache = cache_use(&whole);
  tc_machine machine = make_machine(1e9), back;
  machine.site = (tc_machine_site){.identity = "mine", .node_cores = 16, .slurm = {.requires_account = true}};
  cr_assert(tc_machine_cache_write(&key, &machine));
  char *text = file_text(&cache, FILE_NAME), more[4096];
  cr_expect(!strstr(text, "identity") && !strstr(text, "node_cores") && !strstr(text, "slurm"), "%s", text);
  snprintf(more, sizeof more, "%s\nidentity: mine\n", text);
  file_write(&cache, FILE_NAME, more);
  free(text);
  cr_assert(tc_machine_cache_read(&key, &back));
  cr_expect_eq(memcmp(&back.site, &unset, sizeof unset), 0);
  cr_expect_eq(back.params.private_bandwidth_Bps, 1e9);
  cache_remove(&whole, &cache);
}

Test(machine_cache, each_key_has_its_own) {
  folder whole = folder_make(), cache = cache_use(&whole);
  tc_machine_key keys[7] = {key, key, key, key, key, key, key};
  snprintf(keys[1].host, sizeof keys[1].host, "c1-2");
  keys[2].nodes = 3;
  keys[3].ranks_per_node = 15;
  keys[4].threads = 5;
  keys[5].build = "release";
  keys[6].build = NULL;
  for (int k = 0; k < 7; k++) {
    cr_assert_eq(recall_bandwidth(&keys[k]), 0.0, "key %d", k);
    tc_machine machine = make_machine(1e9 + k);
    machine.ranks_per_node = keys[k].ranks_per_node;
    cr_assert(tc_machine_cache_write(&keys[k], &machine));
  }
  for (int k = 0; k < 7; k++) cr_assert_eq(recall_bandwidth(&keys[k]), 1e9 + k, "key %d", k);
  cache_remove(&whole, &cache);
}

/* Version 1 of the cache did not name the build in the file name, and its parameters may come from ranks
 * that shared cores. Such files must not be read. */
Test(machine_cache, earlier_versions_are_not_read) {
  folder whole = folder_make(), cache = cache_use(&whole);
  const tc_machine machine = make_machine(1e9);
  cr_assert(tc_machine_cache_write(&key, &machine));
  file_write(&cache, FILE_NAME, NULL);
  file_write(&cache, "c1-1-2x16x4.yaml",
             "ranks_per_node: 16\nprivate_bandwidth_Bps: 1e9\ncache_line_B: 64\n");
  cr_assert_eq(recall_bandwidth(&key), 0.0);
  cache_remove(&whole, &cache);
}

/* A key without a build means the build of the running program. The name of this build contains the
 * version of the compiler. */
Test(machine_cache, this_build) {
  const char *const build = tc_machine_cache_build();
  const tc_machine_key own = tc_machine_cache_key(1, 2, 3);
  char path[400], same[400];
  tc_machine_key named = own;
  setenv("XDG_CACHE_HOME", "/var/cache", 1);
  named.build = build;
  cr_assert(tc_machine_cache_path(&own, path, sizeof path));
  cr_assert(tc_machine_cache_path(&named, same, sizeof same));
  cr_expect_str_eq(path, same);
  cr_expect_not_null(strstr(build, strrchr(tc_provenance_compiler(), ' ') + 1), "%s", build);
}

/* The cache treats a damaged file like a missing one, without an error. A run then measures the machine
 * again. */
Test(machine_cache, garbled_files_are_not_there) {
  folder whole = folder_make(), cache = cache_use(&whole);
  const tc_machine machine = make_machine(1e9);
  const char *const name = FILE_NAME,
                    *const garbled[] =
                        {"",
                         "private_bandwidth_Bps: [",
                         "ranks_per_node: 16\n",
                         "\x01\x02\xff",
                         "ranks_per_node: 16\nprivate_bandwidth_Bps: 1e9\ncache_line_B: 64\ncolour: red\n",
                         "ranks_per_node: 8\nprivate_bandwidth_Bps: 1e9\ncache_line_B: 64\n"};
  cr_assert(tc_machine_cache_write(&key, &machine));
  for (size_t i = 0; i < sizeof garbled / sizeof *garbled; i++) {
    file_write(&cache, name, garbled[i]);
    cr_assert_eq(recall_bandwidth(&key), 0.0, "%s", garbled[i]);
  }
  file_write(&cache, name, "ranks_per_node: 16\nprivate_bandwidth_Bps: 1e9\ncache_line_B: 64\n");
  cr_assert_eq(recall_bandwidth(&key), 1e9, "a valid file");
  cr_assert(tc_machine_cache_write(&key, &machine), "overwrite a valid file");
  cache_remove(&whole, &cache);
}

/* A file has the name of the cache directory, or a directory or a named pipe has the name of the cache
 * file. Reading and writing then fail without an error message. */
Test(machine_cache, what_is_in_the_way) {
  folder whole = folder_make(), cache = cache_use(&whole);
  const tc_machine machine = make_machine(1e9);
  char path[400];
  file_write(&whole, "tetracast", "in the way\n");
  cr_assert_not(tc_machine_cache_write(&key, &machine));
  cr_assert_eq(recall_bandwidth(&key), 0.0);
  file_write(&whole, "tetracast", NULL);
  cr_assert(tc_machine_cache_path(&key, path, sizeof path));
  cr_assert(mkdir(cache.path, 0700) == 0 && mkdir(path, 0700) == 0);
  cr_assert_not(tc_machine_cache_write(&key, &machine));
  cr_assert_eq(recall_bandwidth(&key), 0.0);
  cr_assert_eq(folder_files(&cache, 0), 1, "no temporary file remains");
  cr_assert(rmdir(path) == 0 && mkfifo(path, 0600) == 0);
  cr_assert_not(tc_machine_cache_write(&key, &machine));
  cr_assert_eq(recall_bandwidth(&key), 0.0);
  cache_remove(&whole, &cache);
}
