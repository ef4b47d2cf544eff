#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "blame/profile/profile.h"
#include "blame/synthetic_samples.h"
#include "support/expect.h"

/* Source of a program whose symbol table contains all addresses that the tests need. */
static const char source[] = "#ifndef OF\n"
                             "#define OF\n"
                             "#endif\n"
                             "#line 1\n"
                             "OF int array[1000];\n"
                             "int take(int i) { return array[i]; }\n"
                             "int give(int *at) { return *at; }\n"
                             "int main(int n, char **v) { return take(n) + give(&n) + (v == 0); }\n";

enum { RETURN = 0x10000000 };

static char folder[] = "/tmp/blame-profile-XXXXXX", program[64];
static made_samples all;
static tb_profile *profile;

static void build(const char *flags) {
  char command[256], path[64];
  cr_assert_not_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/made.c", folder);
  snprintf(program, sizeof program, "%s/made", folder);
  FILE *out = fopen(path, "w");
  fputs(source, out);
  fclose(out);
  snprintf(command, sizeof command, "gcc %s -O1 -no-pie -fno-pie -fno-inline %s -o %s", flags, path, program);
  cr_assert_eq(system(command), 0);
  unlink(path);
  made_process_add(&all, 1, 0, 0);
  ts_file_header *header = (ts_file_header *)(uintptr_t)all.process[0].header;
  snprintf(header->program, sizeof header->program, "%s", program);
  made_module(&all, 0, 0, program, 0, RETURN);
}

/* Returns the address of a symbol. The addresses are cached, because each search runs the program nm. */
static uint64_t address_of(const char *symbol) {
  static struct {
    const char *symbol;
    uint64_t address;
  } known[8];
  static int count;
  char command[256];
  unsigned long address = 0;
  for (int k = 0; k < count; k++)
    if (strcmp(known[k].symbol, symbol) == 0) return known[k].address;
  snprintf(command, sizeof command, "nm %s | awk '$3 == \"%s\" {print $1}'", program, symbol);
  FILE *out = popen(command, "r");
  cr_assert_eq(fscanf(out, "%lx", &address), 1, "%s", symbol);
  pclose(out);
  cr_assert_lt(count, 8);
  known[count].symbol = symbol;
  return known[count++].address = address;
}

static void finish(void) {
  tb_profile_destroy(&profile);
  made_destroy(&all);
  unlink(program);
  rmdir(folder);
}

static int64_t count_of(tb_touch_kind kind, const char *name) {
  int64_t count = 0;
  for (int s = 0; s < profile->stacks; s++)
    for (int c = 0; c < profile->stack[s].cells; c++) {
      const tb_stack_cell *cell = &profile->stack[s].cell[c];
      const tb_touched_data *touched = &profile->touched[cell->touch_number];
      if (touched->kind == kind && (!name || (touched->name && strcmp(touched->name, name) == 0)))
        count += cell->samples;
    }
  return count;
}

/* Adds a sample at the `ret` of function `take`, after the load of array[index]. The code of `take` is
 * movslq %edi,%rdi (3 bytes), mov array(,%rdi,4),%eax (7 bytes) and ret. */
static void sample_take(uint16_t thread, uint32_t weight, uint64_t index) {
  const uint64_t caller = address_of("main") + 8;
  ts_file_sample head = {.record.thread = thread,
                         .ip = address_of("take") + 10,
                         .weight = weight,
                         .registers[7] = index};
  made_sample(&all, 0, &head, &caller, 1);
}

Test(profile, counts_in_cells, .fini = finish) {
  build("-g");
  for (uint16_t s = 0; s < 3; s++) sample_take(s / 2, 1 + s, 5);
  expect_ok(tb_profile_create(&all.samples, NULL, NULL, &profile));
  cr_expect_eq(profile->all_samples, 6);
  cr_assert_eq(profile->stacks, 1);
  cr_expect_eq(profile->threads, 2);
  cr_expect_eq(profile->stack[0].samples, 6);
  cr_assert_eq(profile->stack[0].cells, 2);
  cr_expect_eq(profile->stack[0].cell[0].samples, 3);
  cr_expect_eq(profile->stack[0].cell[1].samples, 3);
  cr_expect(profile->has_touched_data);
  cr_assert_eq(profile->stack[0].frames, 2);
  cr_expect_str_eq(profile->stack[0].frame[0].function, "take");
  cr_expect_eq(profile->stack[0].frame[0].line, 2);
  cr_expect_str_eq(profile->stack[0].frame[1].function, "main");
}

Test(profile, statics_have_their_names, .fini = finish) {
  build("-g");
  sample_take(0, 1, 999);
  expect_ok(tb_profile_create(&all.samples, NULL, NULL, &profile));
  cr_expect_eq(count_of(TB_TOUCH_STATIC, "array"), 1);
  for (int t = 0; t < profile->touches; t++)
    cr_expect_null(profile->touched[t].site, "a global variable needs no file name");
}

Test(profile, statics_of_one_file_alone_say_which, .fini = finish) {
  build("-g -DOF='static volatile'");
  sample_take(0, 1, 999);
  expect_ok(tb_profile_create(&all.samples, NULL, NULL, &profile));
  cr_expect_eq(count_of(TB_TOUCH_STATIC, "array"), 1);
  cr_expect_str_eq(profile->touched[0].site, "made.c");
}

/* clang names the symbol of a static variable in a function FUNCTION.VARIABLE. The profile must show
 * VARIABLE only. */
Test(profile, statics_of_functions_have_their_own_names, .fini = finish) {
  build("-g -DOF='extern int array[1000] __asm__(\"take.array\");'");
  sample_take(0, 1, 999);
  expect_ok(tb_profile_create(&all.samples, NULL, NULL, &profile));
  cr_expect_eq(count_of(TB_TOUCH_STATIC, "array"), 1);
}

/* Adds a sample after the load of function `give`. The load is the first instruction, has two bytes and
 * reads the address in rdi. */
static void sample_give(uint64_t time_ns, uint64_t address, uint64_t stack_pointer) {
  ts_file_sample head = {.record.time_ns = time_ns, .ip = address_of("give") + 2, .weight = 1};
  head.registers[7] = address;
  head.registers[4] = stack_pointer;
  made_sample(&all, 0, &head, NULL, 0);
}

Test(profile, objects_have_bins_and_stacks_are_told_apart, .fini = finish) {
  const uint64_t object = 0x700000000000, top = 0x7FFF00000000, site = RETURN + 0x100;
  build("-g");
  made_allocation(&all, 0, 10, object, 1600, 0, &site, 1);
  made_allocation(&all, 0, 11, object + 0x10000, 3200, 0, &site, 1);
  for (uint64_t s = 0; s < 16; s++) sample_give(20 + s, object + 100 * s + 99, top);
  sample_give(40, top + 64, top);
  sample_give(41, 0x600000000000, top);
  expect_ok(tb_profile_create(&all.samples, NULL, NULL, &profile));
  cr_expect_eq(count_of(TB_TOUCH_OBJECT, NULL), 16);
  cr_expect_eq(count_of(TB_TOUCH_STACK, NULL), 1);
  cr_expect_eq(count_of(TB_TOUCH_OTHER, NULL), 1);
  int bins = 0;
  for (int s = 0; s < profile->stacks; s++)
    for (int c = 0; c < profile->stack[s].cells; c++) {
      const tb_stack_cell *cell = &profile->stack[s].cell[c];
      if (cell->bin < 0) continue;
      bins |= 1 << cell->bin;
      cr_expect_eq(profile->touched[cell->touch_number].allocations, 2);
      cr_expect_eq(profile->touched[cell->touch_number].bytes, 3200);
    }
  cr_expect_eq(bins, 0xFFFF);
}

Test(profile, waits_are_apart, .fini = finish) {
  build("-g");
  ts_file_sample head = {.ip = address_of("take") + 10, .state = TS_SAMPLER_OPENMP_WAIT, .weight = 2};
  made_sample(&all, 0, &head, NULL, 0);
  expect_ok(tb_profile_create(&all.samples, NULL, NULL, &profile));
  cr_assert_eq(profile->stacks, 1);
  cr_expect_str_eq(profile->stack[0].waiting_call, "OpenMP barrier");
  cr_expect_eq(count_of(TB_TOUCH_WAITING, NULL), 2);
}

Test(profile, needs_the_program, .fini = finish) {
  build("-g");
  sample_take(0, 1, 0);
  unlink(program);
  expect_error(tb_profile_create(&all.samples, NULL, NULL, &profile), TC_INPUT,
               "the sampled program cannot be read");
}

Test(profile, needs_debug_information, .fini = finish) {
  build("");
  sample_take(0, 1, 0);
  expect_error(tb_profile_create(&all.samples, NULL, NULL, &profile), TC_INPUT, "compile it with -g");
}
