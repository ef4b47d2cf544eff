/* A synthetic run of two ranks. The program has three functions in one file and seven call stacks.
 * Usage: make() returns the run, tests change its members, unmake() releases its blame sets.
 *
 * Functions with their lines, and the line number of each statement:
 *   main (1-40) 8: call of step   access paths: part, part[], part[].value, part[].residue, a temporary
 *   step (50-70)   55: call of kernel   60: MPI_Barrier
 *   kernel (80-99) 90: y[i] += value[k] * x[column[k]] */
#ifndef TC_TESTS_BLAME_SYNTHETIC_FACTS_H
#define TC_TESTS_BLAME_SYNTHETIC_FACTS_H

#include "blame/report/blame_report.h"
#include "support/expect.h"

enum { made_main, made_step, made_kernel, made_functions };
enum { made_arithmetic, made_copy, made_waiting, made_library, made_column, made_touches };
enum { made_places = 6, made_definitions = 3, made_stacks = 7 };

typedef struct made {
  tb_facts facts;
  tb_source_file file[1];
  tb_function function[made_functions];
  tc_bit_set blame[made_places];
  ts_file_header header[2];
  tb_sample_file process[2];
  tb_samples samples;
  tb_profile_thread thread[2];
  tb_touched_data touched[made_touches];
  tb_frame frame[made_stacks][4];
  tb_stack_cell cell[made_stacks][2];
  tb_stack stack[made_stacks];
  tb_profile profile;
  tb_view_options options;
} made;

static const tb_access_path made_place[made_places] =
    {{.root = TB_ROOT_GLOBAL, .name = "part", .path = "", .type = "Part"},
     {.root = TB_ROOT_GLOBAL, .name = "part", .path = "[]", .type = "Part"},
     {.root = TB_ROOT_GLOBAL, .name = "part", .path = "[].value", .type = "double", .member = "Part.value"},
     {.root = TB_ROOT_GLOBAL,
      .name = "part",
      .path = "[].residue",
      .type = "double",
      .member = "Part.residue"},
     {.root = TB_ROOT_LOCAL, .name = "tmp", .path = "", .type = "int", .is_hidden = true},
     {.root = TB_ROOT_LOCAL, .number = 1, .name = "i", .path = "", .type = "int"}};

static const tb_source_position made_spot[] = {{10, 3, 0}, {11, 3, 0}, {12, 3, 0}, {90, 5, 0}};
static const tb_definition made_definition[made_definitions] =
    {{.kind = TB_DEFINE_STORE, .at = {10, 3, 0}, .positions = 1, .position = made_spot},
     {.kind = TB_DEFINE_STORE, .at = {11, 3, 0}, .positions = 1, .position = made_spot + 1},
     {.kind = TB_DEFINE_STORE, .at = {12, 3, 0}, .positions = 1, .position = made_spot + 2}};

static const tb_access_path made_kernel_place[] = {
    {.root = TB_ROOT_PARAMETER, .name = "column", .path = "[]", .type = "int", .pointer_steps = 1}};
static const int made_kernel_reads[] = {0};
static const tb_definition made_kernel_definition[] = {{.kind = TB_DEFINE_STORE,
                                                        .at = {90, 5, 0},
                                                        .positions = 1,
                                                        .position = made_spot + 3,
                                                        .inputs = {.reads = {1, made_kernel_reads}}}};

static void make_facts(made *m) {
  static const tc_bit_set nothing[1];
  m->file[0] = (tb_source_file){.path = "/nowhere/made.c"};
  m->function[made_main] = (tb_function){.name = "main",
                                         .line = 1,
                                         .last_line = 40,
                                         .access_paths = made_places,
                                         .access_path = made_place,
                                         .definitions = made_definitions,
                                         .definition = made_definition,
                                         .blame = m->blame};
  m->function[made_step] = (tb_function){.name = "step", .line = 50, .last_line = 70};
  m->function[made_kernel] = (tb_function){.name = "kernel",
                                           .line = 80,
                                           .last_line = 99,
                                           .access_paths = 1,
                                           .access_path = made_kernel_place,
                                           .definitions = 1,
                                           .definition = made_kernel_definition,
                                           .blame = nothing};
  m->facts = (tb_facts){.compiler = "clang", .files = 1, .functions = made_functions, .has_closure = true};
  m->facts.file = m->file;
  m->facts.function = m->function;
}

/* The variables part, part[], tmp and i are blamed for all three definitions (statements), part[].value
 * for the first two and part[].residue for the last. */
static void make_blame(made *m) {
  static const int blamed[made_places][made_definitions] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 0},
                                                            {0, 0, 1}, {1, 1, 1}, {1, 1, 1}};
  for (int p = 0; p < made_places; p++)
    for (int d = 0; d < made_definitions; d++)
      if (blamed[p][d]) expect_ok(tc_bit_set_add(&m->blame[p], d));
}

static void make_samples(made *m) {
  for (int r = 0; r < 2; r++) {
    m->header[r] =
        (ts_file_header){.period_ns = 2000000, .end_ns = 1, .cpu_ns = 1000000000, .rank = r, .kernel = 1};
    snprintf(m->header[r].clock, sizeof m->header[r].clock, "task");
    snprintf(m->header[r].command, sizeof m->header[r].command, "/bin/made");
    m->process[r] = (tb_sample_file){.path = "made.tcb", .header = &m->header[r], .samples = 1};
    m->thread[r] = (tb_profile_thread){.process = r, .thread = 0};
  }
  m->samples = (tb_samples){.processes = 2, .process = m->process};
}

static void make_touched(made *m) {
  m->touched[made_arithmetic] = (tb_touched_data){.kind = TB_TOUCH_ARITHMETIC};
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_OBJECT,
                                            .name = "condensed.copy[]",
                                            .site = "create, made.c:20",
                                            .bytes = 4096,
                                            .allocations = 500};
  m->touched[made_waiting] = (tb_touched_data){.kind = TB_TOUCH_WAITING};
  m->touched[made_library] = (tb_touched_data){.kind = TB_TOUCH_LIBRARY};
  m->touched[made_column] =
      (tb_touched_data){.kind = TB_TOUCH_OBJECT, .name = "column[]", .bytes = 100, .allocations = 1};
}

static tb_frame made_frame(made *m, int function, int line) {
  return (tb_frame){.function = m->function[function].name,
                    .file = "/nowhere/made.c",
                    .line = line,
                    .column = 3,
                    .facts = &m->function[function]};
}

/* Sets call stack `number` to these frames, innermost first. It has `first` samples of rank 0 and `second`
 * samples of rank 1. */
static void make_stack(made *m, int number, int frames, const tb_frame *frame, int touch, int64_t first,
                       int64_t second) {
  tb_stack *stack = &m->stack[number];
  memcpy(m->frame[number], frame, (size_t)frames * sizeof *frame);
  m->cell[number][0] = (tb_stack_cell){.thread = 0,
                                       .touch_number = touch,
                                       .bin = touch == made_copy ? 0 : -1,
                                       .samples = first};
  m->cell[number][1] = (tb_stack_cell){.thread = 1,
                                       .touch_number = touch,
                                       .bin = touch == made_copy ? 15 : -1,
                                       .samples = second};
  *stack = (tb_stack){.frames = frames,
                      .frame = m->frame[number],
                      .match_level = TB_MATCH_COLUMN,
                      .is_complete = true};
  stack->samples = first + second;
  stack->cells = 2;
  stack->cell = m->cell[number];
  while (stack->user_frame < frames && !frame[stack->user_frame].facts) stack->user_frame++;
  m->profile.all_samples += stack->samples;
  m->profile.level_samples[TB_MATCH_COLUMN] += stack->samples;
}

static void make_stacks(made *m) {
  const tb_frame library = {.function = "memcpy", .module = "libc.so.6"};
  for (int i = 0; i < 3; i++)
    make_stack(m, i, 1, (tb_frame[]){made_frame(m, made_main, 10 + i)}, made_arithmetic, 100, 100);
  make_stack(m, 3, 3,
             (tb_frame[]){made_frame(m, made_kernel, 90), made_frame(m, made_step, 55),
                          made_frame(m, made_main, 8)},
             made_copy, 300, 500);
  make_stack(m, 4, 3, (tb_frame[]){library, made_frame(m, made_step, 60), made_frame(m, made_main, 8)},
             made_waiting, 200, 0);
  m->stack[4].waiting_call = "MPI_Barrier";
  make_stack(m, 5, 1, (tb_frame[]){library}, made_library, 10, 10);
  make_stack(m, 6, 3,
             (tb_frame[]){made_frame(m, made_kernel, 90), made_frame(m, made_step, 55),
                          made_frame(m, made_main, 8)},
             made_column, 80, 100);
}

/* Returns the run with 1800 samples: 600 in main, 980 in kernel, 200 waiting and 20 in a library. The
 * object is static because it is large. Each call resets it. */
static made *make(void) {
  static made m;
  m = (made){0};
  make_facts(&m);
  make_blame(&m);
  make_samples(&m);
  make_touched(&m);
  make_stacks(&m);
  m.profile.samples = &m.samples;
  m.profile.facts = &m.facts;
  m.profile.stacks = made_stacks;
  m.profile.stack = m.stack;
  m.profile.touches = made_touches;
  m.profile.touched = m.touched;
  m.profile.threads = 2;
  m.profile.thread = m.thread;
  m.profile.has_touched_data = true;
  m.options = (tb_view_options){.by = TB_BY_RANK, .share_min = 0.01, .rows_max = 20};
  return &m;
}

static void unmake(made *m) {
  for (int p = 0; p < made_places; p++) tc_bit_set_free(&m->blame[p]);
}

#endif
