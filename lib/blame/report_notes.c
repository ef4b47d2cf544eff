/* What a reader has to know about the figures, a line each. */
#include <inttypes.h>

#include "blame/report.h"

enum { few_samples = 200 };

static const double hardly_any = 0.9, mostly = 0.99;

/* Of what is used: samples by stacks. */
typedef struct seen {
  int64_t analysed, complete;
} seen;

static seen look(const tc_selection *s) {
  seen all = {0};
  for (int i = 0; i < s->stacks; i++) {
    const tc_picked *p = &s->stack[i];
    all.analysed += p->stack->user < p->frames ? p->samples : 0;
    all.complete += p->stack->complete ? p->samples : 0;
  }
  return all;
}

/* Sources may be those of another program, or some are missing. */
static void note_facts(const tc_blame_report *report, seen all, FILE *out) {
  const tc_selection *s = report->selection;
  const tc_facts *facts = s->profile->facts;
  const double missing = 1.0 - tc_selection_share(all.analysed, s->used);
  if (s->used > 0 && facts && missing >= hardly_any)
    fprintf(out,
            "warning: %.1f %% of the samples are in no function that was analysed: are these the facts of "
            "this program? "
            "(tcblame analyze)\n",
            100.0 * missing);
  if (s->used < few_samples)
    fprintf(out,
            "warning: too few samples: a share of a half is known to +-%.0f %% (a longer run, a shorter "
            "--period)\n",
            100.0 * tc_selection_half_width(s->used / 2, s->used));
  if (facts && facts->units_failed > 0)
    fprintf(out, "warning: %d file%s could not be analysed: what is missing may be in there\n",
            facts->units_failed, facts->units_failed == 1 ? "" : "s");
  if (facts && s->profile->lines_only)
    fputs("warning: the program was not compiled by clang: matched by lines only\n", out);
}

/* How well samples and facts fit. */
static void write_match(const tc_blame_report *report, FILE *out) {
  const tc_selection *s = report->selection;
  const int64_t *level = s->profile->by_level, sum = level[0] + level[1] + level[2];
  fprintf(out, "matched: %.1f %% column, %.1f %% line, %.1f %% none; ",
          100.0 * tc_selection_share(level[TC_MATCH_COLUMN], sum),
          100.0 * tc_selection_share(level[TC_MATCH_LINE], sum),
          100.0 * tc_selection_share(level[TC_MATCH_NONE], sum));
  fprintf(out, "calls without a definition %.1f %%; ",
          100.0 * tc_selection_share(report->rows[TC_VIEW_data].unmatched, s->used));
}

static void note_match(const tc_blame_report *report, seen all, FILE *out) {
  const tc_selection *s = report->selection;
  if (s->profile->facts) write_match(report, out);
  fprintf(out, "complete stacks %.1f %%", 100.0 * tc_selection_share(all.complete, s->used));
  if (s->waiting > 0) fprintf(out, "; waiting %.1f %%", 100.0 * tc_selection_share(s->waiting, s->used));
  fputc('\n', out);
  if (tc_selection_share(all.complete, s->used) < mostly && s->used > 0)
    fputs("warning: stacks that are cut off do not reach main: their blame ends on the way\n", out);
  if (report->chosen[TC_VIEW_touch] && !s->profile->touch_known)
    fputs("note: what instructions touched is known on x86-64 only\n", out);
}

static void note_process(const tc_process *process, FILE *out) {
  const tc_sampler_header *h = process->header;
  char who[64];
  snprintf(who, sizeof who, h->rank >= 0 ? "rank %d" : "process %d",
           h->rank >= 0 ? (int)h->rank : (int)h->pid);
  if (h->lost > 0) fprintf(out, "warning: %s lost %" PRIu64 " samples or objects\n", who, h->lost);
  if (process->torn > 0)
    fprintf(out, "warning: %s: %d block%s of %s end early: used up to there\n", who, process->torn,
            process->torn == 1 ? "" : "s", process->path);
  if (h->end_ns == 0) fprintf(out, "note: %s was killed, or still runs\n", who);
  if (h->clock_note[0]) fprintf(out, "note: %s: %.256s\n", who, h->clock_note);
  if (!h->kernel)
    fprintf(out, "note: %s: time within the system is not sampled (kernel.perf_event_paranoid)\n", who);
  if (h->truncated_objects) fprintf(out, "note: %s: of many objects only the caller was recorded\n", who);
  for (int n = 0; n < process->notes; n++) fprintf(out, "note: %s: %s\n", who, process->note[n]->text);
}

void tc_blame_report_notes(const tc_blame_report *report, FILE *out) {
  const tc_selection *s = report->selection;
  const tc_samples *samples = s->profile->samples;
  const seen all = look(s);
  note_facts(report, all, out);
  note_match(report, all, out);
  for (int i = 0; i < samples->processes; i++)
    if (samples->process[i].samples > 0) note_process(&samples->process[i], out);
}
