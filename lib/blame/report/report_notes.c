/* Notes of a report: one line for each fact that limits the use of its figures, such as lost samples.
 * tb_report_text (blame_report.c) calls tb_report_notes between the head and the tables. A warning states its
 * consequence. If several processes have the same note, there is only one line, which names the first of
 * them. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/containers/map.h"
#include "base/core/print.h"
#include "blame/report/blame_report.h"

enum { samples_min = 200 };

static const double unanalysed_max = 0.9, complete_min = 0.99;

/* Numbers of selected samples: `analysed` counts those in stacks with an analysed function, `complete` those
 * in complete stacks. */
typedef struct stack_counts {
  int64_t analysed, complete;
} stack_counts;

static stack_counts count_stacks(const tb_selection *s) {
  stack_counts all = {0};
  for (int i = 0; i < s->stacks; i++) {
    const tb_selected_stack *p = &s->stack[i];
    all.analysed += p->stack->user_frame < p->frames ? p->samples : 0;
    all.complete += p->stack->is_complete ? p->samples : 0;
  }
  return all;
}

/* Writes warnings if the facts seem to belong to another program, if they lack source files or columns, or if
 * there are too few samples. */
static void write_facts_note(const tb_report *report, stack_counts all, FILE *out) {
  const tb_selection *s = report->selection;
  const tb_facts *facts = s->profile->facts;
  const double missing = 1.0 - tb_selection_share(all.analysed, s->used_samples);
  if (s->used_samples > 0 && facts && missing >= unanalysed_max)
    tc_fprintf(out,
               "warning: %.1f %% of the samples have no analysed function in their call stack, so they are "
               "attributed to no variable: check that --facts belongs to this program (tcblame analyze)\n",
               100.0 * missing);
  if (s->used_samples < samples_min)
    tc_fprintf(out,
               "warning: too few samples: a share of 50 %% is uncertain by +-%.0f %%: run longer or with a "
               "shorter --period\n",
               100.0 * tb_selection_half_width(s->used_samples / 2, s->used_samples));
  if (facts && facts->units_failed > 0)
    fprintf(out,
            "warning: %d file%s could not be analysed, so %s functions count as library code: correct the "
            "errors that tcblame analyze prints\n",
            facts->units_failed, facts->units_failed == 1 ? "" : "s",
            facts->units_failed == 1 ? "its" : "their");
  if (facts && s->profile->has_no_columns)
    fputs("warning: the program was not compiled by clang, so its samples are matched by lines only: compile "
          "it with clang -g\n",
          out);
}

/* Writes the shares of the samples whose position was matched with statements by column, by line, and not at
 * all, such as "samples matched with a statement: 97.0 % by column, 2.0 % by line, 1.0 % not matched". Then
 * writes the share of the samples whose stack has a call that matches no statement. */
static void write_match(const tb_report *report, FILE *out) {
  const tb_selection *s = report->selection;
  const int64_t *level = s->profile->level_samples, sum = level[0] + level[1] + level[2];
  tc_fprintf(out,
             "samples matched with a statement: %.1f %% by column, %.1f %% by line, %.1f %% not matched; ",
             100.0 * tb_selection_share(level[TB_MATCH_COLUMN], sum),
             100.0 * tb_selection_share(level[TB_MATCH_LINE], sum),
             100.0 * tb_selection_share(level[TB_MATCH_NONE], sum));
  tc_fprintf(out, "samples with a call that matches no statement %.1f %%; ",
             100.0 * tb_selection_share(report->rows[TB_VIEW_data].unmatched_samples, s->used_samples));
}

static void write_match_note(const tb_report *report, stack_counts all, FILE *out) {
  const tb_selection *s = report->selection;
  if (s->profile->facts) write_match(report, out);
  tc_fprintf(out, "complete stacks %.1f %%", 100.0 * tb_selection_share(all.complete, s->used_samples));
  if (s->waiting_samples > 0)
    tc_fprintf(out, "; waiting %.1f %%", 100.0 * tb_selection_share(s->waiting_samples, s->used_samples));
  fputc('\n', out);
  if (tb_selection_share(all.complete, s->used_samples) < complete_min && s->used_samples > 0)
    fputs("warning: some stacks are cut off before main: callers beyond the cut are not blamed\n", out);
  if (report->is_selected[TB_VIEW_touch] && !s->profile->has_touched_data)
    fputs("note: touched data can be determined on x86-64 only\n", out);
}

/* ---- processes: one line for all processes with the same remark ---- */

enum { remarks_max = 256 };

typedef struct remark {
  const char *word; /* "note" or "warning" */
  const tb_sample_file *first, *last;
  int further_processes; /* number of further processes with the same note */
} remark;

typedef struct remarks {
  tc_map text; /* distinct texts of the remarks, without the name of the process */
  remark remark[remarks_max];
  FILE *out;
} remarks;

/* Example: note: rank 0 (and 3 more): clock task is not available (EACCES), so clock cpu is used */
static void write_remark(const remark *r, const char *text, FILE *out) {
  const ts_file_header *h = r->first->header;
  fprintf(out, "%s: %s %d", r->word, h->rank >= 0 ? "rank" : "process",
          h->rank >= 0 ? (int)h->rank : (int)h->pid);
  if (r->further_processes > 0) fprintf(out, " (and %d more)", r->further_processes);
  fprintf(out, "%s\n", text);
}

__attribute__((format(printf, 4, 5))) static void add_remark(remarks *all, const tb_sample_file *process,
                                                             const char *word, const char *format, ...) {
  char text[2048];
  int number;
  bool added;
  va_list arguments;
  va_start(arguments, format);
  tc_vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const remark one = {word, process, process, 0};
  if (tc_map_add(&all->text, text, strlen(text) + 1, &number, &added) || number >= remarks_max) {
    write_remark(&one, text, all->out);
    return;
  }
  remark *r = &all->remark[number];
  if (added) *r = one;
  r->further_processes += r->last != process;
  r->last = process;
}

static void add_process_notes(const tb_sample_file *process, remarks *all) {
  const ts_file_header *h = process->header;
  if (h->lost > 0)
    add_remark(all, process, "warning",
               " lost %" PRIu64 " samples or other records: shares refer to the recorded rest", h->lost);
  if (process->damaged_blocks > 0)
    add_remark(all, process, "warning", ": %d block%s of %s cut off: records after the cut are missing",
               process->damaged_blocks, process->damaged_blocks == 1 ? "" : "s", process->path);
  if (h->end_ns == 0) add_remark(all, process, "note", " was killed, or still runs");
  if (h->clock_note[0]) add_remark(all, process, "note", ": %.256s", h->clock_note);
  if (h->truncated_objects)
    add_remark(all, process, "note",
               ": too many allocations, so later ones were recorded without their call stacks: use a larger "
               "--objects");
  for (int n = 0; n < process->notes; n++) add_remark(all, process, "note", ": %s", process->note[n]->text);
}

/* Writes which part of the CPU time has no samples, because the sampler was not allowed to sample kernel
 * code. */
static void write_kernel_note(const tb_samples *samples, FILE *out) {
  int processes = 0;
  double sampled = 0.0, unsampled = 0.0;
  for (int i = 0; i < samples->processes; i++) {
    const ts_file_header *h = samples->process[i].header;
    if (samples->process[i].samples == 0 || h->kernel) continue;
    processes++;
    sampled += (double)h->samples * (double)h->period_ns;
    unsampled += (double)h->unsampled * (double)h->period_ns;
  }
  if (processes == 0) return;
  tc_fprintf(out,
             "note: %.0f %% of the CPU time was spent in kernel code, which is not sampled; shares are of "
             "the rest: set kernel.perf_event_paranoid to 1 or use --clock cpu to sample it\n",
             unsampled > 0.0 ? 100.0 * unsampled / (sampled + unsampled) : 0.0);
}

static void write_process_notes(const tb_samples *samples, FILE *out) {
  write_kernel_note(samples, out);
  remarks all = {.out = out};
  for (int i = 0; i < samples->processes; i++)
    if (samples->process[i].samples > 0) add_process_notes(&samples->process[i], &all);
  for (int r = 0; r < all.text.count && r < remarks_max; r++)
    write_remark(&all.remark[r], tc_map_key(&all.text, r, NULL), out);
  tc_map_free(&all.text);
}

void tb_report_notes(const tb_report *report, FILE *out) {
  const tb_selection *s = report->selection;
  const stack_counts all = count_stacks(s);
  write_facts_note(report, all, out);
  write_match_note(report, all, out);
  write_process_notes(s->profile->samples, out);
}
