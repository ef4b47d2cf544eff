#include "blame/hints/hint.h"

#include <unistd.h>

#include "blame/synthetic_facts.h"

/* The report of the made run, and whether it has a hint. */
typedef struct scene {
  made *m;
  tb_selection *s;
  tb_report report;
} scene;

static scene begin(made *m) {
  static const bool none[TB_VIEWS];
  scene c = {.m = m};
  expect_ok(tb_selection_create(&m->profile, &m->options, &c.s));
  expect_ok(tb_report_build(c.s, none, &c.report));
  return c;
}

static void end(scene *c) {
  tb_report_clear(&c->report);
  tb_selection_destroy(&c->s);
  unmake(c->m);
}

/* "" where it says nothing. */
static const char *said(const scene *c, const char *name) {
  for (int h = 0; h < c->report.hints.count; h++)
    if (strcmp(c->report.hints.hint[h].hint->name, name) == 0) return c->report.hints.hint[h].text;
  return "";
}

#define expect_said(scene, name, part)                                                                       \
  cr_expect_not_null(strstr(said(&(scene), name), part), "%s: \"%s\" lacks \"%s\"", name,                    \
                     said(&(scene), name), part)

Test(hint, imbalance_names_who_waits_and_what_the_other_computes) {
  scene c = begin(make());
  expect_said(c, "imbalance", "rank 0 waits (in MPI_Barrier) for 22 % of its samples, rank 1 for 0 %");
  end(&c);
  made *m = make();
  m->options.by = TB_BY_ALL;
  c = begin(m);
  cr_expect_str_empty(said(&c, "imbalance"), "all together are one");
  end(&c);
}

/* Rank 1 is longer in the third statement, which is blamed on part[].residue, and on the counter around it.
 */
Test(hint, imbalance_prefers_numbers) {
  made *m = make();
  m->cell[2][1].samples += 300;
  m->stack[2].samples += 300;
  scene c = begin(m);
  expect_said(c, "imbalance", "; rank 1 computes 4.0 times as much for part[].residue");
  end(&c);
}

/* The same, but it is integers that take rank 1 longer, and numbers hardly. */
Test(hint, imbalance_names_what_matters) {
  tb_access_path path[made_places];
  made *m = make();
  memcpy(path, made_place, sizeof path);
  path[2].type = "int";
  m->function[made_main].access_path = path;
  for (int i = 0; i < 3; i += 2) {
    m->cell[i][1].samples += i == 0 ? 300 : 10;
    m->stack[i].samples += i == 0 ? 300 : 10;
  }
  scene c = begin(m);
  expect_said(c, "imbalance", "; rank 1 computes 2.0 times as much for ");
  end(&c);
}

Test(hint, hoist_counts_allocations) {
  scene c = begin(make());
  expect_said(c, "hoist", "condensed.copy[] (44.4 %) was allocated 500 times (create, made.c:20)");
  end(&c);
  made *m = make();
  m->touched[made_copy].allocations = 99;
  c = begin(m);
  cr_expect_str_empty(said(&c, "hoist"));
  end(&c);
}

Test(hint, arithmetic_beyond_a_half) {
  scene c = begin(make());
  cr_expect_str_empty(said(&c, "arithmetic"), "a third only");
  end(&c);
  made *m = make();
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_ARITHMETIC};
  c = begin(m);
  expect_said(c, "arithmetic", "77.8 % of the samples used no memory");
  end(&c);
}

Test(hint, chasing_names_the_line) {
  made *m = make();
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_OVERWRITTEN};
  scene c = begin(m);
  expect_said(c, "chasing", "44.4 % of the samples are loads that overwrite their own address");
  expect_said(c, "chasing", "made.c:90");
  end(&c);
}

Test(hint, streamed_is_large_and_even) {
  if (sysconf(_SC_LEVEL3_CACHE_SIZE) <= 0)
    cr_skip_test("the system does not say how large its last cache is");
  made *m = make();
  tb_stack_cell cell[TB_TOUCH_BINS];
  for (int b = 0; b < TB_TOUCH_BINS; b++)
    cell[b] = (tb_stack_cell){.thread = 0, .touch_number = made_copy, .bin = b, .samples = 50};
  m->stack[3].cells = TB_TOUCH_BINS;
  m->stack[3].cell = cell;
  m->touched[made_copy].bytes = (int64_t)1 << 40;
  scene c = begin(m);
  expect_said(c, "streamed", "condensed.copy[] (44.4 %) is ");
  end(&c);
  cell[3].samples = 0;
  cell[4].samples = 100;
  c = begin(m);
  cr_expect_str_empty(said(&c, "streamed"), "a part of it is not used");
  end(&c);
}

/* The line of the kernel as its source has it. */
static void write_source(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  cr_assert_not_null(out);
  for (int line = 1; line < 90; line++) fputc('\n', out);
  fprintf(out, "%s\n", text);
  fclose(out);
}

Test(hint, indirect_names_the_index) {
  char folder[] = "/tmp/blame-hint-XXXXXX", path[64];
  cr_assert_not_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/made.c", folder);
  write_source(path, "y[i] += value[k] * copy[column[k]];");
  made *m = make();
  for (int s = 0; s < made_stacks; s++)
    for (int f = 0; f < m->stack[s].frames; f++)
      if (m->frame[s][f].file) m->frame[s][f].file = path;
  scene c = begin(m);
  expect_said(c, "indirect", "condensed.copy[] (44.4 %) is indexed by column[], at made.c:90");
  end(&c);
  unlink(path);
  rmdir(folder);
}

/* The made run, whose copy is memory without a name. */
static scene begin_unrecorded(uint64_t object_bytes) {
  made *m = make();
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_OTHER};
  m->header[1].object_bytes = object_bytes;
  return begin(m);
}

Test(hint, unrecorded_tells_how_to_record_small_objects) {
  scene c = begin_unrecorded(1024);
  expect_said(c, "unrecorded", "44.4 % of the samples used memory without a name");
  expect_said(c, "unrecorded", "objects below 1024 bytes were not recorded: sample with --objects 64");
  end(&c);
  c = begin_unrecorded(64);
  expect_said(c, "unrecorded", "objects below 64 bytes were not recorded: sample with --objects 16");
  end(&c);
  c = begin_unrecorded(16);
  cr_expect_str_empty(said(&c, "unrecorded"), "there is nothing left to record");
  end(&c);
  made *m = make();
  m->header[0].object_bytes = 1024;
  c = begin(m);
  cr_expect_str_empty(said(&c, "unrecorded"), "all has a name");
  end(&c);
}
