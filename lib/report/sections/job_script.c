/* Writes the SLURM script of a quote. Texts that a script cannot contain are rejected first. The head is then
 * composed of three parts: the directives of sbatch, comments with the forecast, and variables. The commands
 * after it are those of jobs/long-run.slurm, which the build embeds. Values in shell commands are quoted. The
 * directives of sbatch have other quoting rules, so only plain characters are allowed in their values. */
#include "report/sections/job_script.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/program/provenance.h"
#include "base/text/line.h"
#include "base/text/number_format.h"
#include "base/text/shell_word.h"
#include "base/text/time_span.h"
#include "report/document/job_text.h"
#include "tc_job_commands.h"

enum { text_size = 32 };

static const double megabyte = 1024.0 * 1024.0; /* unit of --mem */

/* Characters that sbatch takes literally in a directive. */
static const char plain_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:/@%";

/* ---- texts that a script cannot contain ---- */

static bool has_control_character(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7f) return true;
  return false;
}

static tc_status check_text(const char *place, const char *text, const char *remedy) {
  if (!text || !has_control_character(text)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: contains a line break or another control character, which a script cannot "
                          "contain: %s",
                          place, remedy);
}

/* Returns TC_USAGE if `text` contains a character that is not in plain_characters. sbatch splits directives
 * at blanks and interprets quotation marks, backslashes and #. */
static tc_status check_directive(const char *place, const char *text) {
  TC_TRY(check_text(place, text, "remove it"));
  const size_t length = strspn(text, plain_characters);
  if (!text[length]) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: '%s' contains a character that #SBATCH lines cannot contain: use letters, "
                          "digits and _-+.,:/@%% alone",
                          place, text);
}

tc_status tc_job_script_check(const tc_job_script *s) {
  const char *const path = "rename it";
  TC_TRY(check_text("name of the job", s->name, path));
  TC_TRY(check_text("path of tetracast", s->program, path));
  TC_TRY(check_text("path of the config", s->config, path));
  TC_TRY(check_text("checkpoint.file", s->checkpoint, path));
  TC_TRY(check_text("working directory", s->directory, path));
  TC_TRY(check_directive("partition", s->slurm->partition));
  TC_TRY(check_directive("account", s->slurm->account));
  for (int m = 0; m < s->slurm->modules; m++)
    TC_TRY(check_text("module", s->slurm->module[m], "correct the name"));
  for (int o = 0; o < s->overrides; o++)
    TC_TRY(check_text("-s", s->override[o], "write the value on one line"));
  return TC_OK;
}

static tc_status check_texts(const tc_job_script *s) {
  TC_TRY(tc_job_script_check(s));
  TC_TRY(check_text("identity", s->quote->identity, "correct the machine file"));
  return check_text("currency", s->quote->currency, "correct the machine file");
}

/* ---- parts of the head ---- */

static tc_status quote_word(tc_pool *memory, const char *text, const char **word) {
  return tc_shell_word(memory, text, strlen(text), word);
}

/* Sets *name to the name of the job, in which "_" replaces characters that sbatch interprets. */
static tc_status make_plain_name(const tc_job_script *s, tc_pool *memory, const char **name) {
  char *copy;
  const size_t length = strlen(s->name);
  TC_TRY(tc_pool_alloc(memory, length + 1, &copy));
  for (size_t i = 0; i < length; i++) copy[i] = strchr(plain_characters, s->name[i]) ? s->name[i] : '_';
  *name = length > 0 ? copy : "tetracast";
  return TC_OK;
}

/* Appends a directive (#SBATCH) to the script if its value is set. */
static tc_status add_directive(tc_pool *memory, const char *option, const char *value, const char **out) {
  return *value ? tc_pool_printf(memory, out, "%s#SBATCH --%s=%s\n", *out, option, value) : TC_OK;
}

/* Returns the memory in MiB for the option --mem. It is 1.15 times the forecast plus 64 MiB, but at most the
 * memory of a node, because SLURM rejects larger values. */
static double choose_memory(const tc_job_script *s) {
  const double forecast_MiB = ceil(1.15 * s->chosen->memory_B / megabyte) + 64.0,
               most = floor(s->quote->node_memory_B / megabyte);
  return most > 0.0 && forecast_MiB > most ? most : forecast_MiB;
}

static tc_status format_directives(const tc_job_script *s, const char *name, tc_pool *memory,
                                   const char **out) {
  const tc_quote_case *c = s->chosen;
  char limit[text_size];
  tc_time_span_format_slurm(c->limit_s, limit, sizeof limit);
  TC_TRY(tc_pool_printf(memory, out,
                        "#SBATCH --job-name=%s\n"
                        "#SBATCH --nodes=%d --ntasks-per-node=%d --cpus-per-task=%d\n"
                        "#SBATCH --time=%s\n"
                        "#SBATCH --mem=%.0fM\n"
                        "#SBATCH --requeue --open-mode=append\n"
                        "#SBATCH --signal=B:USR1@%.0f\n",
                        name, c->nodes, c->ranks_per_node, c->threads, limit, choose_memory(s),
                        ceil(fmax(90.0, s->stop_s + 30.0))));
  TC_TRY(add_directive(memory, "partition", s->slurm->partition, out));
  return add_directive(memory, "account", s->slurm->account, out);
}

static const char *format_date(int64_t seconds, char *out, size_t size) {
  const time_t when = (time_t)seconds;
  struct tm utc;
  if (!gmtime_r(&when, &utc) || !strftime(out, size, "%Y-%m-%d", &utc)) *out = '\0';
  return out;
}

/* Appends a cost with three significant digits. Numbers of 1000 and more have all digits before the decimal
 * point. */
static void add_cost(tc_line *line, double value, const char *unit) {
  tc_line_add(line, value >= 999.5 ? "%s%.0f %s" : "%s%.3g %s", line->length > 0 ? ", " : "", value, unit);
}

static void add_costs(const tc_job_script *s, tc_line *line) {
  const tc_quote_case *c = s->chosen;
  add_cost(line, c->node_hours, "node-hours");
  if (isfinite(c->energy_kWh)) add_cost(line, c->energy_kWh, "kWh");
  if (isfinite(c->price)) add_cost(line, c->price, s->quote->currency);
}

static void add_records(const tc_quote *quote, tc_line *line) {
  tc_line_add(line, "%d record%s", quote->records, tc_plural_suffix(quote->records));
  if (quote->identity) tc_line_add(line, " of %s", quote->identity);
  if (quote->is_assumed) tc_line_add(line, " and an assumed spread of %.0f %%", 100.0 * quote->spread);
}

static tc_status format_comments(const tc_job_script *s, tc_pool *memory, const char **out) {
  const tc_quote_case *c = s->chosen;
  tc_line costs = {0}, records = {0};
  char date[text_size], expiry[text_size], median[text_size], bound[text_size], launcher[text_size],
      level[text_size];
  add_costs(s, &costs);
  add_records(s->quote, &records);
  tc_number_format_duration(c->job->bound.median_s + c->launch_s, median, sizeof median);
  tc_job_format_limit(c->limit_s, bound, sizeof bound);
  tc_number_format_duration(c->launch_s, launcher, sizeof launcher);
  return tc_pool_printf(memory, out,
                        "# tetracast quote %s of %s: median %s, %s bound %s, %s; %s\n"
                        "# These times contain %s for the launcher. The job is started at most MOST (100) "
                        "times. MPI (pmix) is the\n"
                        "# type of srun --mpi. The quote expires on %s, and with any change of the machine: "
                        "recalibrate then.\n"
                        "# shellcheck disable=SC2016 # quoted words have no expansions\n",
                        tc_provenance_version(), format_date(s->quote->date, date, sizeof date), median,
                        tc_job_format_level(s->quote->level, level, sizeof level), bound, records.text,
                        costs.text, launcher, format_date(s->quote->expires, expiry, sizeof expiry));
}

/* Sets *out to the command that loads the modules, or to "". The script executes this command before `set
 * -u`, because module systems may read variables that are not set. */
static tc_status format_modules(const tc_machine_slurm *slurm, tc_pool *memory, const char **out) {
  const char *words = "", *word;
  for (int m = 0; m < slurm->modules; m++) {
    TC_TRY(quote_word(memory, slurm->module[m], &word));
    TC_TRY(tc_pool_printf(memory, &words, "%s %s", words, word));
  }
  *out = "";
  return *words ? tc_pool_printf(memory, out, "module load%s || exit\n", words) : TC_OK;
}

/* Sets *out to the options of the program. The options of the chosen case follow those of the command line,
 * because the last value of a key takes effect. */
static tc_status format_options(const tc_job_script *s, tc_pool *memory, const char **out) {
  const tc_quote_case *c = s->chosen;
  const char *word;
  *out = "";
  for (int o = 0; o < s->overrides; o++) {
    TC_TRY(quote_word(memory, s->override[o], &word));
    TC_TRY(tc_pool_printf(memory, out, "%s-s %s ", *out, word));
  }
  TC_TRY(tc_pool_printf(memory, out, "%s-s strategy=%s -s storage=%s -s threads=%d", *out, c->strategy,
                        c->storage, c->threads));
  if (!(c->checkpoint_interval_s > 0.0)) return TC_OK;
  return tc_pool_printf(memory, out, "%s -s checkpoint.seconds=%.0f", *out, c->checkpoint_interval_s);
}

static tc_status format_variables(const tc_job_script *s, const char *name, tc_pool *memory,
                                  const char **out) {
  const char *modules, *options, *directory, *program, *config, *checkpoint;
  TC_TRY(format_modules(s->slurm, memory, &modules));
  TC_TRY(format_options(s, memory, &options));
  TC_TRY(quote_word(memory, s->directory, &directory));
  TC_TRY(quote_word(memory, s->program, &program));
  TC_TRY(quote_word(memory, s->config, &config));
  TC_TRY(quote_word(memory, s->checkpoint, &checkpoint));
  return tc_pool_printf(memory, out,
                        "trap : USR1 # the signal has no effect before the run\n"
                        "%sset -euo pipefail\n\n"
                        "readonly script=%s\n"
                        "[ \"$(date +%%s)\" -lt %lld ] || echo \"$script: this quote has expired: run "
                        "tetracast "
                        "quote again\" >&2\n"
                        "cd %s\n"
                        "TETRACAST=%s\n"
                        "CONFIG=%s\n"
                        "CHECKPOINT=%s\n"
                        "MOST=${MOST:-100}\n"
                        "options=(%s)\n\n",
                        modules, name, (long long)s->quote->expires, directory, program, config, checkpoint,
                        options);
}

tc_status tc_job_script_format(const tc_job_script *script, tc_pool *memory, const char **text) {
  const char *name, *directives, *comments, *variables;
  TC_TRY(check_texts(script));
  TC_TRY(make_plain_name(script, memory, &name));
  TC_TRY(format_directives(script, name, memory, &directives));
  TC_TRY(format_comments(script, memory, &comments));
  TC_TRY(format_variables(script, name, memory, &variables));
  return tc_pool_printf(memory, text, "#!/usr/bin/env bash\n%s%s%s%s", directives, comments, variables,
                        job_commands);
}
