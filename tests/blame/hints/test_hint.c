#include "blame/hints/hint.h"

#include <unistd.h>

#include "blame/synthetic_facts.h"

/* The report of the synthetic run, with the run and the selection of samples from which it is built. */
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

/* Returns the text of the hint `name`, or "" if the report has no such hint. */
static const char *hint_text(const scene *c, const char *name) {
  for (int h = 0; h < c->report.hints.count; h++)
    if (strcmp(c->report.hints.hint[h].hint->name, name) == 0) return c->report.hints.hint[h].text;
  return "";
}

#define expect_hint(scene, name, part)                                                                       \
  cr_expect_not_null(strstr(hint_text(&(scene), name), part), "%s: \"%s\" lacks \"%s\"", name,               \
                     hint_text(&(scene), name), part)

Test(hint, imbalance_names_who_waits_and_what_the_other_computes) {
  scene c = begin(make());
  expect_hint(c, "imbalance", "rank 0 waits (in MPI_Barrier) for 22 % of its samples, rank 1 for 0 %");
  end(&c);
  made *m = make();
  m->options.by = TB_BY_ALL;
  c = begin(m);
  cr_expect_str_empty(hint_text(&c, "imbalance"), "a single group has no imbalance");
  end(&c);
}

/* Rank 1 spends more time in the third statement, for which the variables part[].residue and i are blamed.
 * The hint names part[].residue, because it prefers floating-point variables to counters. */
Test(hint, imbalance_prefers_numbers) {
  made *m = make();
  m->cell[2][1].samples += 300;
  m->stack[2].samples += 300;
  scene c = begin(m);
  expect_hint(c, "imbalance", "; rank 1 computes 4.0 times as much for part[].residue");
  end(&c);
}

/* In this test part[].value is an integer and causes nearly all extra time of rank 1. The hint must not
 * name part[].residue, the only floating-point variable, because its times hardly differ between the
 * ranks. */
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
  expect_hint(c, "imbalance", "; rank 1 computes 2.0 times as much for ");
  end(&c);
}

Test(hint, hoist_counts_allocations) {
  scene c = begin(make());
  expect_hint(c, "hoist", "condensed.copy[] (44.4 %) was allocated 500 times (create, made.c:20)");
  end(&c);
  made *m = make();
  m->touched[made_copy].allocations = 99;
  c = begin(m);
  cr_expect_str_empty(hint_text(&c, "hoist"));
  end(&c);
}

Test(hint, arithmetic_beyond_a_half) {
  scene c = begin(make());
  cr_expect_str_empty(hint_text(&c, "arithmetic"), "only a third of the samples is arithmetic");
  end(&c);
  made *m = make();
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_ARITHMETIC};
  c = begin(m);
  expect_hint(c, "arithmetic", "77.8 % of the samples used no memory");
  end(&c);
}

Test(hint, chasing_names_the_line) {
  made *m = make();
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_OVERWRITTEN};
  scene c = begin(m);
  expect_hint(c, "chasing", "44.4 % of the samples are loads that overwrite their own address");
  expect_hint(c, "chasing", "made.c:90");
  end(&c);
}

Test(hint, streamed_is_large_and_even) {
  if (sysconf(_SC_LEVEL3_CACHE_SIZE) <= 0)
    cr_skip_test("the system does not report the size of the L3 cache");
  made *m = make();
  tb_stack_cell cell[TB_TOUCH_BINS];
  for (int b = 0; b < TB_TOUCH_BINS; b++)
    cell[b] = (tb_stack_cell){.thread = 0, .touch_number = made_copy, .bin = b, .samples = 50};
  m->stack[3].cells = TB_TOUCH_BINS;
  m->stack[3].cell = cell;
  m->touched[made_copy].bytes = (int64_t)1 << 40;
  scene c = begin(m);
  expect_hint(c, "streamed", "condensed.copy[] (44.4 %) is ");
  end(&c);
  cell[3].samples = 0;
  cell[4].samples = 100;
  c = begin(m);
  cr_expect_str_empty(hint_text(&c, "streamed"), "a part of the object has no samples");
  end(&c);
}

/* Writes a source file whose line 90, the line of the kernel in the synthetic run, is `text`. */
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
  expect_hint(c, "indirect", "condensed.copy[] (44.4 %) is indexed by column[], at made.c:90");
  end(&c);
  unlink(path);
  rmdir(folder);
}

/* Builds the report of a run in which the samples of `copy` are in memory without a name. The sampler
 * records only allocations of at least `object_bytes` bytes. */
static scene begin_unrecorded(uint64_t object_bytes) {
  made *m = make();
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_OTHER};
  m->header[1].object_bytes = object_bytes;
  return begin(m);
}

Test(hint, unrecorded_tells_how_to_record_small_objects) {
  scene c = begin_unrecorded(1024);
  expect_hint(c, "unrecorded", "44.4 % of the samples used memory without a name");
  expect_hint(c, "unrecorded", "objects below 1024 bytes were not recorded: sample with --objects 64");
  end(&c);
  c = begin_unrecorded(64);
  expect_hint(c, "unrecorded", "objects below 64 bytes were not recorded: sample with --objects 16");
  end(&c);
  c = begin_unrecorded(16);
  cr_expect_str_empty(hint_text(&c, "unrecorded"), "16 bytes is the lowest limit");
  end(&c);
  made *m = make();
  m->header[0].object_bytes = 1024;
  c = begin(m);
  cr_expect_str_empty(hint_text(&c, "unrecorded"), "all memory has a name");
  end(&c);
}
