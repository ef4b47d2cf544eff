#include "table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *distribution(const outcome *o) {
  return tc_distribution_name((int)o->problem->space->distribution->kind);
}

static void write_agreement(FILE *out, double one, double end) {
  if (isnan(one))
    fprintf(out, "  %10s %10s\n", "-", "-");
  else
    fprintf(out, "  %10.1e %10.1e\n", one, end);
}

void table_write(FILE *out, const outcome *o) {
  const tc_problem *p = o->problem;
  const schedule *s = &o->options->schedule;
  fprintf(out, "%s: %" PRId64 " cells, %s scheme (width %d), %s distribution", o->options->mesh,
          (int64_t)p->space->cells, p->scheme->name, p->scheme->width, distribution(o));
  fprintf(out, ", blocks of %d; %d ranks x %d threads on %d nodes\n", (int)p->space->distribution->block_size,
          p->space->world->ranks, o->threads, p->space->world->nodes);
  fprintf(out,
          "%d rounds of %d steps each, %d more before them not timed; a step of the slowest rank, ratios to "
          "%s of the "
          "same round\n",
          s->rounds, s->steps, s->warm, o->options->contender[0]);
  fprintf(out, "%-18s %12s %12s %12s  %6s %6s %6s  %12s  %10s %10s\n", "", "quartile", "median", "quartile",
          "ratio:", "median", "", "entries", "one step", "at the end");
  for (int k = 0; k < o->options->contenders; k++) {
    const quartiles *t = &o->timing[k].step_s, *r = &o->timing[k].ratio;
    fprintf(out, "%-18s %9.2f us %9.2f us %9.2f us  %6.3f %6.3f %6.3f  %12" PRId64, o->contender[k].name,
            1e6 * t->low, 1e6 * t->middle, 1e6 * t->high, r->low, r->middle, r->high, o->entries[k]);
    write_agreement(out, o->far[k], o->far_at_end[k]);
  }
}

static void write_quartiles(FILE *out, const char *name, const quartiles *q) {
  fprintf(out, ", \"%s\": [%.9g, %.9g, %.9g]", name, q->low, q->middle, q->high);
}

/* Names of contenders consist of words of the library, which need no escapes in JSON. The name of the
 * mesh, which might need them, is not written. */
static void write_json(FILE *out, const outcome *o) {
  const tc_problem *p = o->problem;
  const schedule *s = &o->options->schedule;
  fprintf(out,
          "{\"cells\": %" PRId64
          ", \"scheme\": \"%s\", \"width\": %d, \"distribution\": \"%s\", \"block_size\": %d",
          (int64_t)p->space->cells, p->scheme->name, p->scheme->width, distribution(o),
          (int)p->space->distribution->block_size);
  fprintf(out, ", \"ranks\": %d, \"nodes\": %d, \"threads\": %d, \"rounds\": %d, \"steps\": %d, \"warm\": %d",
          p->space->world->ranks, p->space->world->nodes, o->threads, s->rounds, s->steps, s->warm);
  fprintf(out, ",\n \"contenders\": [");
  for (int k = 0; k < o->options->contenders; k++) {
    fprintf(out, "%s\n  {\"name\": \"%s\"", k ? "," : "", o->contender[k].name);
    write_quartiles(out, "step_s", &o->timing[k].step_s);
    write_quartiles(out, "ratio", &o->timing[k].ratio);
    fprintf(out, ", \"entries\": %" PRId64 "}", o->entries[k]);
  }
  fprintf(out, "]}\n");
}

tc_status table_write_json(const char *path, const outcome *o) {
  FILE *out = fopen(path, "w");
  if (!out) return tc_status_create(TC_OUTPUT, "%s: %s", path, strerror(errno));
  write_json(out, o);
  const int bad = ferror(out);
  return fclose(out) || bad ? tc_status_create(TC_OUTPUT, "%s: cannot be written", path) : TC_OK;
}
