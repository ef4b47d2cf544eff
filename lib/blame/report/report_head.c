/* Head line of a report: command, ranks, threads, samples, clock and overhead of the sampler. The same data
 * are written to the JSON document. tb_report_text and tb_report_json (blame_report.c) call this module
 * first. Processes without samples are not counted. */
#include <inttypes.h>
#include <string.h>

#include "base/core/print.h"
#include "base/file/path.h"
#include "base/text/number_format.h"
#include "blame/closure/transfer.h"
#include "blame/report/blame_report.h"

/* Sums and maxima over the processes that have samples. */
typedef struct process_sums {
  int processes, ranks, threads_max;
  int64_t lost;
  double cpu_s, handler_s;
  const tb_sample_file *first_process; /* first process that has samples */
} process_sums;

static int count_threads(const tb_profile *p, int process) {
  int threads = 0;
  for (int t = 0; t < p->threads; t++) threads += p->thread[t].process == process;
  return threads;
}

static process_sums sum_processes(const tb_profile *p) {
  process_sums s = {0};
  for (int i = 0; i < p->samples->processes; i++) {
    const tb_sample_file *process = &p->samples->process[i];
    if (process->samples == 0) continue;
    if (!s.first_process) s.first_process = process;
    s.processes++;
    s.ranks += process->header->rank >= 0;
    s.lost += (int64_t)process->header->lost;
    s.cpu_s += 1e-9 * (double)process->header->cpu_ns;
    s.handler_s += 1e-9 * (double)process->header->handler_ns;
    const int threads = count_threads(p, i);
    if (threads > s.threads_max) s.threads_max = threads;
  }
  return s;
}

/* Writes the command line of the program. Each word in h->command ends with a zero byte, and the last word
 * with two. */
static void write_command(const ts_file_header *h, FILE *out) {
  const char *at = h->command, *end = at + sizeof h->command;
  for (int word = 0; at < end && *at; word++) {
    fprintf(out, "%s%s", word ? " " : "", word ? at : tc_path_name(at));
    at += strnlen(at, (size_t)(end - at)) + 1;
  }
}

/* Example: mine -n 8: 2 ranks x 4 threads, 5120 samples of 2 ms (task clock, 0 lost), 4800 of them in solve;
 * sampler 0.4 % of the CPU time; transfer full */
void tb_report_head(const tb_report *report, FILE *out) {
  const tb_selection *s = report->selection;
  const tb_profile *p = s->profile;
  const process_sums all = sum_processes(p);
  const char *unit = all.ranks == all.processes ? "rank" : "process";
  if (!all.first_process) return;
  write_command(all.first_process->header, out);
  fprintf(out, ": %d %s%s x %d thread%s", all.processes, unit,
          all.processes == 1 ? ""
          : *unit == 'p'     ? "es"
                             : "s",
          all.threads_max, tc_plural_suffix(all.threads_max));
  tc_fprintf(out, ", %" PRId64 " samples of %.4g ms (%s clock, %" PRId64 " lost)", p->all_samples,
             1e-6 * (double)all.first_process->header->period_ns, all.first_process->header->clock, all.lost);
  if (s->options->from) fprintf(out, ", %" PRId64 " of them in %s", s->used_samples, s->options->from);
  tc_fprintf(out, "; sampler %.1f %% of the CPU time",
             all.cpu_s > 0.0 ? 100.0 * all.handler_s / all.cpu_s : 0.0);
  if (p->facts) fprintf(out, "; transfer %s", tb_transfer_registry.name((int)p->facts->transfer));
  fputc('\n', out);
}

static void add_command(const ts_file_header *h, tc_section *section) {
  const char *at = h->command, *end = at + sizeof h->command;
  tc_section *list = tc_list_add(section, "command");
  for (; at < end && *at; at += strnlen(at, (size_t)(end - at)) + 1) tc_item_add(list, TC_VALUE(NULL, at));
}

static void add_process(const tb_sample_file *process, tc_section *list) {
  const ts_file_header *h = process->header;
  TC_SECTION(list, NULL, tc_item_if(h->rank >= 0, TC_VALUE("rank", h->rank)), TC_VALUE("host", h->host),
             TC_VALUE("pid", h->pid), TC_VALUE("cpu_s", 1e-9 * (double)h->cpu_ns),
             TC_VALUE("wall_s", 1e-9 * (double)h->wall_ns), TC_VALUE("samples", (int64_t)h->samples),
             TC_VALUE("lost", (int64_t)h->lost), TC_VALUE("unsampled", (int64_t)h->unsampled),
             tc_item_bool("ended", h->end_ns != 0), TC_VALUE("handler_s", 1e-9 * (double)h->handler_ns),
             TC_VALUE("truncated_blocks", process->damaged_blocks),
             TC_VALUE("torn",
                      process->damaged_blocks)); /* former name of the key, still written until version 1.0 */
}

static void add_counts(const tb_report *report, const process_sums *all, tc_section *section) {
  const tb_selection *s = report->selection;
  const tb_profile *p = s->profile;
  TC_SECTION(section, "samples", TC_VALUE("all", p->all_samples), TC_VALUE("lost", all->lost),
             TC_VALUE("used", s->used_samples), TC_VALUE("waiting", s->waiting_samples));
  TC_SECTION(section, "match", TC_VALUE("column", p->level_samples[TB_MATCH_COLUMN]),
             TC_VALUE("line", p->level_samples[TB_MATCH_LINE]),
             TC_VALUE("none", p->level_samples[TB_MATCH_NONE]),
             TC_VALUE("unmatched_calls", report->rows[TB_VIEW_data].unmatched_samples));
}

void tb_report_add_processes(const tb_report *report, tc_section *section) {
  const tb_profile *p = report->selection->profile;
  const process_sums all = sum_processes(p);
  if (all.first_process) {
    const ts_file_header *h = all.first_process->header;
    add_command(h, section);
    TC_ADD(section, TC_VALUE("clock", h->clock), TC_VALUE("period_s", 1e-9 * (double)h->period_ns));
  }
  add_counts(report, &all, section);
  tc_section *list = tc_list_add(section, "processes");
  for (int i = 0; i < p->samples->processes; i++)
    if (p->samples->process[i].samples > 0) add_process(&p->samples->process[i], list);
}
