/* Tests of the SLURM scripts that the command quote writes. A script consists of a head, which is compared
 * with a golden file, and the commands of jobs/long-run.slurm. bash and, if installed, shellcheck check the
 * complete scripts. */
#include "report/sections/job_script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/program/provenance.h"
#include "report/document/job_text.h"
#include "report/job_sample.h"
#include "support/expect.h"
#include "support/golden.h"

enum { bytes_max = 1 << 16 };

static const char mark[] = "# ---- commands";

/* A quote and the case of it for which the script is written. */
typedef struct scene {
  tc_job_report job;
  tc_quote_case item;
  tc_quote quote;
  tc_machine_slurm slurm;
  tc_job_script script;
  tc_pool memory;
} scene;

static void set_times(scene *s, double median_s, double bound_s) {
  s->job.bound.median_s = median_s;
  s->job.bound.bound_s = bound_s;
  s->item.limit_s = tc_job_limit_s(bound_s + s->item.launch_s);
}

/* Fills in a scene with one node and without energy and price. The job has a median of 29.7 s, a bound of
 * 79.5 s, a launch time of 2 s, and needs 100 MiB. */
static void begin(scene *s) {
  *s = (scene){.item = {.nodes = 1,
                        .ranks_per_node = 2,
                        .threads = 1,
                        .strategy = "neighbour",
                        .storage = "ell16",
                        .launch_s = 2.0,
                        .memory_B = 100.0 * 1048576.0,
                        .node_hours = 0.008,
                        .energy_kWh = NAN,
                        .price = NAN},
               .quote = {.currency = "", .identity = "vm", .records = 61, .level = 0.95, .spread = 0.35}};
  job_sample_forecast(&s->job);
  set_times(s, 29.7, 79.5);
  s->item.job = &s->job;
  s->quote.date = 1795867200;    /* 2026-11-28 12:00 UTC */
  s->quote.expires = 1798459200; /* 30 days later */
  s->script = (tc_job_script){.quote = &s->quote,
                              .chosen = &s->item,
                              .slurm = &s->slurm,
                              .name = "heart",
                              .program = "/opt/tetracast/bin/tetracast",
                              .config = "/home/anna/heart.yaml",
                              .checkpoint = "/home/anna/out/heart.h5",
                              .directory = "/home/anna",
                              .stop_s = 12.0};
}

/* Replaces the version of the program by V, because golden files must not depend on the version. */
static void remove_version(char *text) {
  const char *version = tc_provenance_version();
  char *at = strstr(text, version);
  cr_assert_not_null(at);
  *at = 'V';
  memmove(at + 1, at + strlen(version), strlen(at + strlen(version)) + 1);
}

/* Runs a shell command with the text as its input, and returns its exit status. */
static int feed(const char *command, const char *text) {
  FILE *shell = popen(command, "w");
  cr_assert_not_null(shell);
  fputs(text, shell);
  return pclose(shell);
}

/* Checks the script against its golden file, and frees the memory of the scene. */
static void expect_script(scene *s, const char *golden) {
  const char *text;
  char head[bytes_max];
  expect_ok(tc_job_script_format(&s->script, &s->memory, &text));
  cr_expect_eq(feed("bash -n", text), 0, "%s", text);
  if (system("command -v shellcheck > /dev/null") == 0)
    cr_expect_eq(feed("shellcheck -", text), 0, "%s", text);
  const char *end = strstr(text, mark);
  cr_assert(end && end - text < bytes_max);
  snprintf(head, sizeof head, "%.*s", (int)(end - text), text);
  remove_version(head);
  expect_golden("report", golden, head);
  tc_pool_free(&s->memory);
}

/* The script of a short job has only the necessary directives. */
Test(job_script, plain) {
  scene s;
  begin(&s);
  expect_script(&s, "job_script_plain.txt");
}

Test(job_script, partition_and_account) {
  scene s;
  begin(&s);
  strcpy(s.slurm.partition, "standard,large");
  strcpy(s.slurm.account, "project_465000001");
  expect_script(&s, "job_script_account.txt");
}

Test(job_script, modules) {
  scene s;
  begin(&s);
  s.slurm.modules = 3;
  strcpy(s.slurm.module[0], "LUMI/24.03");
  strcpy(s.slurm.module[1], "cray-hdf5-parallel");
  strcpy(s.slurm.module[2], "odd name's/1");
  expect_script(&s, "job_script_modules.txt");
}

/* The bound is longer than a day, so the time limit begins with the number of days. */
Test(job_script, nodes_and_days) {
  scene s;
  begin(&s);
  s.item.launch_s = 60.0;
  set_times(&s, 90000.0, 129541.0);
  s.item.nodes = 64;
  s.item.ranks_per_node = 128;
  s.item.memory_B = 181.4e9;
  s.item.node_hours = 1601.0;
  expect_script(&s, "job_script_days.txt");
}

/* The bound plus the launch time is exactly 90 minutes, so it must not be rounded up. The quote has an energy
 * and a price. */
Test(job_script, energy_and_price) {
  scene s;
  begin(&s);
  set_times(&s, 3960.0, 5398.0);
  s.item.node_hours = 2.2;
  s.item.energy_kWh = 0.88;
  s.item.price = 0.66;
  s.quote.currency = "EUR";
  expect_script(&s, "job_script_costs.txt");
}

Test(job_script, price_alone) {
  scene s;
  begin(&s);
  s.item.price = 12.5;
  s.quote.currency = "CHF";
  s.item.node_hours = 0.000123456;
  expect_script(&s, "job_script_price.txt");
}

Test(job_script, threads) {
  scene s;
  begin(&s);
  s.item.ranks_per_node = 32;
  s.item.threads = 4;
  s.item.strategy = "fine";
  s.item.storage = "ell";
  expect_script(&s, "job_script_threads.txt");
}

static const char *const odd_override[] = {"title=a heart's \"beat\" of $HOME",
                                           "initial=exp(x*y) + `id` $(id)", "checkpoint={every: 100}",
                                           "title=", "a=~ # ! \\ * ? [b]"};

Test(job_script, overrides) {
  scene s;
  begin(&s);
  s.script.overrides = 5;
  s.script.override = odd_override;
  expect_script(&s, "job_script_overrides.txt");
}

/* Names and paths with special characters must be quoted for the shell. In the directive of the job name they
 * must not be quoted. */
Test(job_script, paths) {
  scene s;
  begin(&s);
  s.script.name = "Anna's \"heart\" $(id) # 2\\";
  s.script.program = "/opt/my programs/tetracast";
  s.script.config = "/home/anna's/$(touch x)/`id`.yaml";
  s.script.checkpoint = "/home/anna/\"out\"/é.h5";
  s.script.directory = "/home/anna/a  b";
  expect_script(&s, "job_script_paths.txt");
}

Test(job_script, few_records) {
  scene s;
  begin(&s);
  s.quote.records = 0;
  s.quote.identity = NULL; /* no records are read */
  s.quote.is_assumed = true;
  s.script.name = "";
  expect_script(&s, "job_script_assumed.txt");
}

/* Checkpoints take minutes, so the interval between them is long. */
Test(job_script, slow_checkpoints) {
  scene s;
  begin(&s);
  set_times(&s, 20000.0, 35940.5);
  s.script.stop_s = 400.2;
  s.item.checkpoint_interval_s = 11300.0;
  expect_script(&s, "job_script_slow.txt");
}

/* The script of a steady solve, with overrides, a module, a partition, two nodes and an energy. */
Test(job_script, steady) {
  static const char *const override[] = {"time={method: steady, steps: null}", "solver.most_iterations=2000"};
  scene s;
  begin(&s);
  s.script.overrides = 2;
  s.script.override = override;
  s.slurm.modules = 1;
  strcpy(s.slurm.module[0], "openmpi");
  strcpy(s.slurm.partition, "all");
  s.item.nodes = 2;
  s.item.energy_kWh = 0.88;
  expect_script(&s, "job_script_steady.txt");
}

static char *read_file(const char *path) {
  const char *source = getenv("TETRACAST_SOURCE");
  char place[1024], *text = calloc(1, bytes_max);
  snprintf(place, sizeof place, "%s/%s", source ? source : ".", path);
  FILE *file = fopen(place, "r");
  cr_assert(file && text, "%s", place);
  cr_assert_neq(fread(text, 1, bytes_max - 1, file), 0);
  fclose(file);
  return text;
}

/* The commands of the script must be those of jobs/long-run.slurm, the template for scripts that users write.
 * The build embeds this file in the program. */
Test(job_script, commands) {
  scene s;
  const char *text;
  char *template = read_file("jobs/long-run.slurm");
  begin(&s);
  expect_ok(tc_job_script_format(&s.script, &s.memory, &text));
  cr_expect_not_null(strstr(template, mark));
  cr_expect_str_eq(strstr(text, mark), strstr(template, mark));
  tc_pool_free(&s.memory);
  free(template);
}

/* Runs the command line of the script in a shell, with a program that prints its arguments. They must equal
 * the original texts, including special characters. */
Test(job_script, words_reach_the_program) {
  scene s;
  const char *text;
  char command[bytes_max], line[256];
  begin(&s);
  s.script.overrides = 5;
  s.script.override = odd_override;
  s.script.config = "/home/anna's/$(touch x)/`id`.yaml";
  expect_ok(tc_job_script_format(&s.script, &s.memory, &text));
  const char *const first = strstr(text, "\nTETRACAST="), *const end = strstr(text, mark);
  cr_assert(first && end);
  snprintf(command, sizeof command,
           "cat << 'END' | bash -\n%.*sprintf '%%s\\n' \"$CONFIG\" \"${options[@]}\"\nEND\n",
           (int)(end - first), first);
  FILE *shell = popen(command, "r");
  cr_assert_not_null(shell);
  cr_assert(fgets(line, sizeof line, shell));
  cr_expect_str_eq(line, "/home/anna's/$(touch x)/`id`.yaml\n");
  for (int o = 0; o < 5; o++) {
    cr_assert(fgets(line, sizeof line, shell));
    cr_expect_str_eq(line, "-s\n");
    cr_assert(fgets(line, sizeof line, shell));
    line[strcspn(line, "\n")] = '\0';
    cr_expect_str_eq(line, odd_override[o]);
  }
  pclose(shell);
  tc_pool_free(&s.memory);
}

static void expect_memory(scene *s, double node_memory_B, const char *directive) {
  const char *text;
  s->quote.node_memory_B = node_memory_B;
  expect_ok(tc_job_script_format(&s->script, &s->memory, &text));
  cr_expect_not_null(strstr(text, directive), "%s: %s", directive, text);
}

/* SLURM rejects jobs that request more memory than a node has, so the request must not exceed the memory of a
 * node. */
Test(job_script, memory_is_at_most_that_of_a_node) {
  scene s;
  begin(&s);
  expect_memory(&s, 0.0, "\n#SBATCH --mem=179M\n");
  expect_memory(&s, 200.0 * 1048576.0, "\n#SBATCH --mem=179M\n");
  expect_memory(&s, 120.5 * 1048576.0, "\n#SBATCH --mem=120M\n");
  tc_pool_free(&s.memory);
}

Test(job_script, levels_have_all_digits) {
  scene s;
  const char *text;
  begin(&s);
  s.quote.level = 0.975;
  expect_ok(tc_job_script_format(&s.script, &s.memory, &text));
  cr_expect_not_null(strstr(text, ", 97.5 % bound "), "%s", text);
  tc_pool_free(&s.memory);
}

/* Expects an error with a message that contains `part` instead of a script. */
static void expect_refusal(const scene *s, const char *part) {
  tc_pool memory = {0};
  const char *text;
  expect_error(tc_job_script_format(&s->script, &memory, &text), TC_USAGE, part);
  tc_pool_free(&memory);
}

/* The test replaces each text of the quote and of the script, one at a time, by a text with a control
 * character. Each replacement must be an error. */
Test(job_script, control_characters_are_refused) {
  static const char *const override[] = {"time.steps=1", "title=a\nb"};
  scene s;
  begin(&s);
  const char **const texts[] = {&s.script.name,       &s.script.program,   &s.script.config,
                                &s.script.checkpoint, &s.script.directory, &s.quote.identity,
                                &s.quote.currency};
  const char *const places[] = {"name of the job: ", "path of tetracast: ", "path of the config: ",
                                "checkpoint.file: ", "working directory: ", "identity: ",
                                "currency: "};
  for (int i = 0; i < 7; i++) {
    const char *former = *texts[i];
    *texts[i] = i % 2 ? "a\x7f" : "a\nrm -rf ~";
    expect_refusal(&s, places[i]);
    expect_refusal(&s, "contains a line break or another control character, which a script cannot contain: ");
    *texts[i] = former;
  }
  s.slurm.modules = 1;
  strcpy(s.slurm.module[0], "a\tb");
  expect_refusal(&s, "module: contains");
  s.slurm.modules = 0;
  s.script.overrides = 2;
  s.script.override = override;
  expect_refusal(&s, "-s: contains a line break");
}

Test(job_script, directives_have_plain_values) {
  static const char *const bad[] = {"a b", "a#b", "a'b", "\"a\"", "a\\", "a\nb"};
  scene s;
  begin(&s);
  for (int i = 0; i < 6; i++) {
    strcpy(s.slurm.partition, bad[i]);
    expect_refusal(&s, "partition: ");
    s.slurm.partition[0] = '\0';
    strcpy(s.slurm.account, bad[i]);
    expect_refusal(&s, i == 0 ? "account: 'a b' contains a character that #SBATCH lines cannot contain: use "
                                "letters, digits and _-+.,:/@% alone"
                              : "account: ");
    s.slurm.account[0] = '\0';
  }
}
