#include "run/outputs/slurm_limit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/child_process.h"
#include "base/text/text.h"

enum { answer_max = 64 };

/* Reads a positive integer from a variable of the environment. */
static bool read_variable(const char *name, int64_t *out) {
  const char *value = getenv(name);
  tc_text text = {value, value ? value + strlen(value) : NULL};
  return value && tc_text_parse_int64(&text, out) && tc_text_at_end(&text) && *out > 0;
}

/* Reads the days before the dash and advances *text beyond it. Without a dash returns 0. */
static int64_t read_days(const char **text) {
  const char *dash = strchr(*text, '-');
  tc_text days = {*text, dash};
  int64_t number = 0;
  if (!dash || !tc_text_parse_int64(&days, &number)) return 0;
  *text = dash + 1;
  return number;
}

/* Reads "03:04:05", "04:05" or "05" as seconds. `*count` receives the number of parts; 0 for other texts. */
static int64_t read_clock(const char *text, int *count) {
  int64_t seconds = 0;
  *count = 0;
  for (const char *end = text; end; text = end + 1) {
    end = strchr(text, ':');
    tc_text part = {text, end ? end : text + strcspn(text, "\n")};
    int64_t number;
    if (*count == 3 || !tc_text_parse_int64(&part, &number) || number < 0 || number > 1000000) {
      *count = 0;
      return 0;
    }
    seconds = 60 * seconds + number;
    ++*count;
    if (!end) break;
  }
  return seconds;
}

bool tc_slurm_limit_parse(const char *text, double *out) {
  int count;
  const double days = (double)read_days(&text), clock_s = (double)read_clock(text, &count);
  *out = 86400.0 * days + clock_s;
  return count > 0 && days >= 0.0;
}

/* Reads the answer of the child process up to its end. */
static void read_answer(const tc_child_process *process, char answer[answer_max]) {
  size_t used = 0;
  ssize_t count;
  do {
    count = read(process->output, answer + used, answer_max - 1 - used);
    if (count > 0) used += (size_t)count;
  } while (count > 0 && used < answer_max - 1);
  answer[used] = '\0';
}

/* Asks squeue for the remaining time of the job. */
static bool query_squeue(const char *job, double *out) {
  const char *const arguments[] = {"timeout", "5", "squeue", "-h", "-j", job, "-o", "%L", NULL};
  char answer[answer_max];
  tc_child_process process;
  int reason = 0;
  tc_status status = tc_child_process_start(arguments, STDOUT_FILENO, &reason, &process);
  const bool has_started = !status && !reason;
  tc_status_free(&status);
  if (!has_started) return false;
  read_answer(&process, answer);
  tc_child_process_end(&process);
  return tc_slurm_limit_parse(answer, out);
}

bool tc_slurm_limit_read(double now_s, const tc_log *log, tc_slurm_limit *out) {
  int64_t end, start;
  double left_s;
  if (!read_variable("SLURM_JOB_ID", &out->job)) return false;
  out->start_s = read_variable("SLURM_JOB_START_TIME", &start) ? (double)start : now_s;
  if (read_variable("SLURM_JOB_END_TIME", &end) && (double)end > now_s) {
    out->end_s = (double)end;
    return true;
  }
  if (query_squeue(getenv("SLURM_JOB_ID"), &left_s)) {
    out->end_s = now_s + left_s;
    return true;
  }
  tc_log_write(log, TC_LOG_VERBOSE,
               "the time limit of SLURM job %lld is unknown, so the run does not stop before it: set "
               "checkpoint.limit to a number of seconds",
               (long long)out->job);
  return false;
}
