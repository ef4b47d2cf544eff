#include "options.h"

#include <stdlib.h>

#include "command.h"
#include "io/mesh/mesh_files.h"
#include "sparse/ell_pattern_file.h"
#include "support/expect.h"
#include "support/program.h"

static tc_status parse(const char *line, kn_options *out) {
  return parse_options(&kn_program, line, out, sizeof *out);
}

static void expect_list(const tc_option_numbers *list, int count, const int32_t *wanted) {
  cr_assert_eq(list->count, count, "%d numbers", list->count);
  for (int i = 0; i < count; i++) cr_assert_eq(list->item[i], wanted[i], "%d", (int)list->item[i]);
}

Test(options, what_is_not_said_has_a_default) {
  kn_options o;
  unsetenv("OMP_NUM_THREADS");
  expect_ok(parse("run", &o));
  cr_assert(o.cells == 1000000 && o.steps == 100 && o.seed == 1 && !o.directed && !o.json);
  cr_assert_eq(o.blocks.count, 20);
  cr_assert(o.blocks.item[0] == 5 && o.blocks.item[19] == 500000);
  expect_list(&o.threads, 1, (int32_t[]){1});
  expect_list(&o.kernels, 1, (int32_t[]){1});
  cr_assert_str_eq(kn_row_form_at(o.form)->name, "difference");
  setenv("OMP_NUM_THREADS", "3", 1);
  expect_ok(parse("run --cells 7", &o));
  expect_list(&o.threads, 1, (int32_t[]){3});
  expect_list(&o.blocks, 1, (int32_t[]){5});
}

Test(options, lists) {
  kn_options o;
  expect_ok(parse("run --blocks=8,5e1,1000 --cells 1e3 --threads 2,1 --kernel placed,simple", &o));
  expect_list(&o.blocks, 3, (int32_t[]){8, 50, 1000});
  expect_list(&o.threads, 2, (int32_t[]){2, 1});
  expect_list(&o.kernels, 2, (int32_t[]){1, 0});
  expect_ok(parse("run --blocks 8:8000:4 --directed --form matrix --seed 0 --json f", &o));
  expect_list(&o.blocks, 4, (int32_t[]){8, 80, 800, 8000});
  cr_assert(o.directed && o.seed == 0);
  cr_assert_str_eq(kn_row_form_at(o.form)->name, "matrix");
  expect_ok(parse("run --blocks 5:7:128", &o)); /* duplicate sizes must be omitted */
  expect_list(&o.blocks, 3, (int32_t[]){5, 6, 7});
  expect_ok(parse("run --blocks 9:99:1", &o));
  expect_list(&o.blocks, 1, (int32_t[]){9});
}

Test(options, of_counting) {
  kn_options o;
  expect_ok(parse("count", &o));
  expect_list(&o.tiles, 1, (int32_t[]){64});
  cr_assert(o.sector == 32 && o.bandwidth_Bps == 0.0 && o.cache_Bps == 0.0);
  cr_assert_eq(o.caches.count, 0);
  expect_ok(parse("count --tile 64,512 --sector 64 --bandwidth 1e11 --cache-bandwidth 4e11", &o));
  expect_list(&o.tiles, 2, (int32_t[]){64, 512});
  cr_assert(o.sector == 64 && o.bandwidth_Bps == 1e11 && o.cache_Bps == 4e11);
  expect_ok(parse("count --cache 32768,2e6", &o));
  expect_list(&o.caches, 2, (int32_t[]){32768, 2000000});
  expect_error(parse("count --tile 0", &o), TC_USAGE, "--tile 0");
  expect_error(parse("count --sector 4", &o), TC_USAGE, "--sector 4");
  expect_error(parse("count --sector 12", &o), TC_USAGE, "--sector 12: not a multiple of 8");
  expect_error(parse("count --bandwidth 200", &o), TC_USAGE, "write 200 GB/s as 200e9");
  expect_error(parse("count --bandwidth nan", &o), TC_USAGE, "bytes per second");
  expect_error(parse("count --bandwidth 1e11", &o), TC_USAGE, "belong together");
  expect_error(parse("count --threads 1", &o), TC_USAGE, "unknown option --threads");
  expect_error(parse("count --device none", &o), TC_USAGE, "unknown option --device");
}

/* The option --device auto names no backend, so the test passes with any backends in this build. */
Test(options, of_devices) {
  kn_options o;
  expect_ok(parse("run --device none", &o));
  cr_assert(!o.device.backend && !o.device.automatic);
  expect_list(&o.kernels, 1, (int32_t[]){1});
  expect_ok(parse("run --device auto", &o));
  cr_assert(o.device.automatic);
  expect_list(&o.kernels, 2, (int32_t[]){2, 3});
  expect_list(&o.tiles, 1, (int32_t[]){0});
  expect_ok(parse("run --device auto --kernel simple,direct --tile 64,128", &o));
  expect_list(&o.kernels, 2, (int32_t[]){0, 3});
  expect_list(&o.tiles, 2, (int32_t[]){64, 128});
  expect_ok(parse("run --device auto --kernel shared,placed --forecast", &o));
}

/* The options contain the numbers of rows and columns of the file. The pattern itself is read when the
 * instance is created. */
Test(options, of_a_pattern) {
  static const int32_t path_column[] = {1, 0, 0, 0, 0, 2, 1, 1, 1, 2, 2, 2};
  folder f = folder_make();
  char path[400], line[500];
  int32_t column[12];
  kn_options o;
  file_path(&f, "p", path);
  expect_ok(tc_ell_pattern_write(&(tc_ell_pattern){3, 3, 4, path_column, NULL}, path));
  snprintf(line, sizeof line, "run --pattern %s --threads 2", path);
  expect_ok(parse(line, &o));
  cr_assert(o.cells == 3 && o.width == 4);
  expect_list(&o.blocks, 1, (int32_t[]){0});
  expect_ok(kn_options_instance(&o, 0, column));
  cr_assert_arr_eq(column, path_column, sizeof path_column);
  expect_ok(tc_ell_pattern_write(&(tc_ell_pattern){2, 2, 4, (int32_t[8]){0}, NULL}, path));
  expect_error(kn_options_instance(&o, 0, column), TC_INPUT, "p: has changed");
  snprintf(line, sizeof line, "count --cells 10 --pattern %s", path);
  expect_error(parse(line, &o), TC_USAGE, "--cells: has no effect with --pattern");
  snprintf(line, sizeof line, "run --pattern %s --directed", path);
  expect_error(parse(line, &o), TC_USAGE, "--directed: has no effect with --pattern");
  expect_ok(tc_ell_pattern_write(&(tc_ell_pattern){2, 2, 3, (int32_t[6]){0}, NULL}, path));
  snprintf(line, sizeof line, "run --pattern %s", path);
  expect_error(parse(line, &o), TC_INPUT,
               "p: has 3 columns per row, which is not a multiple of 4: write it with");
  expect_error(parse("run --pattern nowhere", &o), TC_INPUT, "nowhere: cannot be opened");
  folder_remove(&f);
}

Test(options, cells_have_to_fit_into_memory) {
  kn_options o;
  expect_ok(parse("count --cells 1000", &o));
  expect_ok(kn_options_fit(&o, 24, 0));
  expect_ok(parse("count --cells 536870912", &o));
  expect_error(kn_options_fit(&o, 1 << 30, 0), TC_INTERNAL,
               "--cells 536870912 needs 576460752.3 GB of memory");
  expect_error(kn_options_fit(&o, 1 << 30, 400000000), TC_INTERNAL,
               "--cells 536870912 needs 576460752.7 GB of memory");
}

Test(options, what_makes_no_sense_is_refused) {
  static const char *const cases[][2] = {
      {"--cells 4", "--cells 4: expected a whole number from 5 to 536870912"},
      {"--cells -1", "--cells -1"},
      {"--cells 536870913", "--cells 536870913"},
      {"--steps 0", "--steps 0"},
      {"--blocks 4", "--blocks 4: a block must have at least 5 rows (a row and its four neighbours)"},
      {"--blocks 8,-3", "--blocks -3: a block must have"},
      {"--blocks 4:9:2", "--blocks 4: a block must have"},
      {"--blocks 9 --cells 8", "--blocks 9: a block cannot have more rows than the instance (--cells 8)"},
      {"--blocks 8:9:2 --cells 8", "--blocks 9: a block cannot"},
      {"--blocks 8,,9", "expected numbers of rows"},
      {"--blocks 8,", "expected numbers of rows"},
      {"--blocks 8.5", "--blocks 8.5: expected numbers of rows"},
      {"--blocks 8:9", "--blocks 8:9: expected LOWEST:HIGHEST:COUNT"},
      {"--blocks 8:9:2:3", "LOWEST:HIGHEST:COUNT"},
      {"--blocks 8:9:0", "expected a whole number from 1 to 128"},
      {"--blocks 8:9:2,9", "expected a whole number from 1 to 128"},
      {"--threads 0", "--threads 0"},
      {"--threads 1,x", "--threads x"},
      {"--kernel fast", "--kernel: expected one of simple, placed, shared, direct, found 'fast'"},
      {"--kernel placed,shared", "--kernel shared runs on a device only: set --device or another --kernel"},
      {"--device none --kernel direct", "--kernel direct runs on a device only"},
      {"--device auto --kernel simple,placed", "--device: no kernel of --kernel runs on devices"},
      {"--device opencl:x", "--device: "},
      {"--device auto --forecast",
       "--forecast: applies to kernels on the processor only: add the kernel placed"},
      {"--device gpu", "--device: expected one of opencl, cuda, none, auto, found 'gpu'"},
      {"--tile 64", "--tile: applies to kernels on a device only"},
      {"--tile 0", "--tile 0: expected a whole number from 1"},
      {"--form round", "--form: expected one of difference, matrix, found 'round'"},
      {"--cells", "option --cells needs a value"},
      {"cells", "unexpected argument 'cells' for run"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    kn_options o;
    char line[100];
    snprintf(line, sizeof line, "run %s", cases[i][0]);
    expect_error(parse(line, &o), TC_USAGE, cases[i][1]);
  }
}
