#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "blame/profile/call_stack.h"
#include "blame/synthetic_samples.h"
#include "support/expect.h"

/* The program tests/blame/cases/stacks.c prints the call stacks of its two threads. The tests turn these
 * stacks into samples. The frames must be those that follow from the source. */
enum { DEPTH = 64, CODE = 0x10000000, RUNTIME = 0x20000000 };

typedef struct recorded_stack {
  int depth;
  uint64_t stack[DEPTH]; /* return addresses, innermost first; 0 outside the program */
} recorded_stack;

static char folder[] = "/tmp/blame-trace-XXXXXX", program[64];
static recorded_stack thread[2];
static made_samples all;
static tb_resolver *resolver;
static tb_call_stack trace;

static void build_and_run(const char *compiler) {
  char command[512], line[4096];
  cr_assert_not_null(mkdtemp(folder));
  snprintf(program, sizeof program, "%s/stacks", folder);
  snprintf(command, sizeof command,
           "%s -g -O2 -fopenmp -no-pie -fno-pie -fno-optimize-sibling-calls tests/blame/cases/stacks.c -o %s "
           "2>&1 && %s",
           compiler, program, program);
  FILE *out = popen(command, "r");
  while (fgets(line, sizeof line, out)) {
    char *at = line;
    const unsigned long number = strtoul(at, &at, 10);
    cr_assert(number < 2 && *at == ' ', "%s", line);
    recorded_stack *recorded = &thread[number];
    for (recorded->depth = 0; *at == ' ' && recorded->depth < DEPTH; recorded->depth++)
      recorded->stack[recorded->depth] = strtoull(at, &at, 16);
  }
  cr_assert_eq(pclose(out), 0);
  cr_assert(thread[0].depth > 4 && thread[1].depth > 3);
}

static void begin(const char *compiler) {
  char check[64];
  snprintf(check, sizeof check, "%s --version > /dev/null 2>&1", compiler);
  if (system(check) != 0) cr_skip_test("the compiler is not installed");
  build_and_run(compiler);
  made_process_add(&all, 1, 0, 0);
  made_module(&all, 0, 0, program, 0, CODE);
  made_module(&all, 0, 0, "/nowhere/libgomp.so.1", RUNTIME, 0x1000);
  expect_ok(tb_resolver_create(&all.samples, NULL, 1, &resolver));
}

static void finish(void) {
  tb_resolver_destroy(&resolver);
  made_destroy(&all);
  if (program[0]) {
    unlink(program);
    rmdir(folder);
  }
}

/* Copies the return addresses from..to - 1 of a thread and returns their number. Addresses outside the
 * program are replaced by an address in the OpenMP runtime. */
static uint32_t copy_addresses(const recorded_stack *recorded, int from, int to, uint64_t *stack) {
  uint32_t depth = 0;
  for (int d = from; d < to; d++) stack[depth++] = recorded->stack[d] ? recorded->stack[d] : RUNTIME + 0x10;
  return depth;
}

/* Returns the smallest index >= `from` of an address outside the program. */
static int first_other(const recorded_stack *recorded, int from) {
  while (from < recorded->depth && recorded->stack[from]) from++;
  return from;
}

static void expect_frame(int number, const char *function, const char *text) {
  char line[256] = "";
  const tb_frame *frame = &trace.frame[number];
  cr_assert(number < trace.frames, "no frame %d", number);
  cr_expect_str_eq(frame->function, function, "frame %d is %s", number, frame->function);
  cr_assert_not_null(frame->file);
  cr_expect_eq(frame->file[0], '/');
  FILE *source = fopen(frame->file, "r");
  cr_assert_not_null(source);
  for (int l = 0; l < frame->line; l++) cr_assert_not_null(fgets(line, sizeof line, source));
  fclose(source);
  cr_expect_not_null(strstr(line, text), "frame %d is at line %d: %s", number, frame->line, line);
}

/* Expects the call stack that follows from the source. It has no frames of the OpenMP runtime, and
 * contains `region` only once. */
static void expect_source(void) {
  cr_assert_eq(trace.frames, 5, "%d frames", trace.frames);
  expect_frame(0, "show", "backtrace(");
  expect_frame(1, "leaf", "show();");
  expect_frame(2, "twice", "leaf(i)");
  expect_frame(3, "region", "twice(i)");
  expect_frame(4, "main", "region(2)");
  cr_expect(trace.is_complete);
  cr_expect_null(trace.waiting_call);
  cr_expect(trace.frame[2].is_inlined);
  cr_expect_not(trace.frame[1].is_inlined);
  cr_expect_eq(trace.user_frame, 0);
  cr_expect(trace.user_at_leaf);
}

/* The recorded stack of the thread that starts a parallel region is complete, from `show` to main. */
static void expect_master_stack(const char *compiler) {
  uint64_t stack[DEPTH];
  begin(compiler);
  const uint32_t depth = copy_addresses(&thread[0], 1, thread[0].depth, stack);
  made_sample(&all, 0, &(ts_file_sample){.ip = thread[0].stack[0]}, stack, depth);
  expect_ok(tb_call_stack_from_sample(resolver, 0, all.process[0].sample[0], &trace));
  expect_source();
}

/* The stack of a helper thread of OpenMP consists of its own frames and of the frames of the thread that
 * started the parallel region. */
static void expect_helper_stack(const char *compiler) {
  uint64_t stack[DEPTH], spawn[DEPTH];
  begin(compiler);
  const int own = first_other(&thread[1], 0);
  int entered = first_other(&thread[0], 0);
  while (entered < thread[0].depth && !thread[0].stack[entered]) entered++;
  const uint32_t depth = copy_addresses(&thread[1], 1, thread[1].depth, stack);
  made_region(&all, 0, 7, 0, spawn, copy_addresses(&thread[0], entered, thread[0].depth, spawn));
  made_sample(&all, 0,
              &(ts_file_sample){.record.thread = 1,
                                .ip = thread[1].stack[0],
                                .region_tag = 7,
                                .region_depth = (uint32_t)own - 1},
              stack, depth);
  expect_ok(tb_call_stack_from_sample(resolver, 0, all.process[0].sample[0], &trace));
  expect_source();
}

Test(trace, entering_a_region_gcc, .fini = finish) { expect_master_stack("gcc"); }
Test(trace, entering_a_region_clang, .fini = finish) { expect_master_stack("clang-14"); }
Test(trace, helping_in_a_region_gcc, .fini = finish) { expect_helper_stack("gcc"); }
Test(trace, helping_in_a_region_clang, .fini = finish) { expect_helper_stack("clang-14"); }

Test(trace, of_other_compilers_columns_are_known_of_calls, .fini = finish) {
  uint64_t stack[DEPTH];
  begin("gcc");
  made_sample(&all, 0, &(ts_file_sample){.ip = thread[0].stack[0]}, stack,
              copy_addresses(&thread[0], 1, thread[0].depth, stack));
  expect_ok(tb_call_stack_from_sample(resolver, 0, all.process[0].sample[0], &trace));
  cr_expect(trace.has_no_columns);
  cr_expect_eq(trace.frame[0].column, 0);
  cr_expect_str_eq(trace.frame[1].function, "leaf");
  cr_expect_eq(trace.frame[1].column, 3);
}

Test(trace, waiting_in_the_runtime, .fini = finish) {
  const uint64_t idle[] = {RUNTIME + 0x20, RUNTIME + 0x30};
  begin("gcc");
  made_sample(&all, 0, &(ts_file_sample){.ip = RUNTIME + 0x10}, idle, 2);
  made_sample(&all, 0, &(ts_file_sample){.ip = thread[0].stack[0], .state = TS_SAMPLER_OPENMP_WAIT}, NULL, 0);
  for (int s = 0; s < 2; s++) {
    expect_ok(tb_call_stack_from_sample(resolver, 0, all.process[0].sample[s], &trace));
    cr_expect_str_eq(trace.waiting_call, "OpenMP barrier");
  }
}

Test(trace, binaries_that_were_built_again_are_refused, .fini = finish) {
  begin("gcc");
  ts_file_module *module = (ts_file_module *)(uintptr_t)all.process[0].module[0];
  module->build_id_bytes = TS_SAMPLER_BUILD_ID;
  made_sample(&all, 0, &(ts_file_sample){.ip = thread[0].stack[0]}, NULL, 0);
  expect_error(tb_call_stack_from_sample(resolver, 0, all.process[0].sample[0], &trace), TC_INPUT, program);
}

Test(trace, the_sampler_may_have_been_built_again, .fini = finish) {
  char sampler[64];
  begin("gcc");
  snprintf(sampler, sizeof sampler, "%s/libtcblame_sampler.so", folder);
  cr_assert_eq(symlink(program, sampler), 0);
  made_module(&all, 0, 0, sampler, 2 * RUNTIME, 0x1000);
  ((ts_file_module *)(uintptr_t)all.process[0].module[2])->build_id_bytes = TS_SAMPLER_BUILD_ID;
  made_sample(&all, 0, &(ts_file_sample){.ip = 2 * RUNTIME + 0x10}, NULL, 0);
  tb_resolver_destroy(&resolver);
  expect_ok(tb_resolver_create(&all.samples, NULL, 1, &resolver));
  expect_ok(tb_call_stack_from_sample(resolver, 0, all.process[0].sample[0], &trace));
  unlink(sampler);
}

Test(trace, what_is_gone_is_a_library, .fini = finish) {
  made_process_add(&all, 1, 0, 0);
  made_module(&all, 0, 0, "/nowhere/libgone.so", CODE, 0x1000);
  made_sample(&all, 0, &(ts_file_sample){.ip = CODE + 1}, NULL, 0);
  made_sample(&all, 0, &(ts_file_sample){.ip = 1}, NULL, 0);
  expect_ok(tb_resolver_create(&all.samples, NULL, 1, &resolver));
  for (int s = 0; s < 2; s++) {
    expect_ok(tb_call_stack_from_sample(resolver, 0, all.process[0].sample[s], &trace));
    cr_expect_eq(trace.frames, 1);
    cr_expect_str_empty(trace.frame[0].function);
    cr_expect_eq(trace.user_frame, 1);
  }
}
