#include "common/quote_files.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/file/path.h"
#include "solve/observe/hook.h"

enum { path_size = 4096 };

/* Begin of each script, by which this command recognises the scripts that it has written. */
static const char script_begin[] = "#!/usr/bin/env bash\n#SBATCH --job-name=";

/* ---- paths ---- */

static tc_status find_program(tc_pool *memory, const char **out) {
  char path[path_size];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0 || length == (ssize_t)sizeof path)
    return tc_status_create(TC_INTERNAL, "the path of the program is unknown, because /proc/self/exe cannot "
                                         "be read: mount /proc");
  return tc_pool_printf(memory, out, "%.*s", (int)length, path);
}

static tc_status find_directory(tc_pool *memory, const char **out) {
  char path[path_size];
  if (!getcwd(path, sizeof path))
    return tc_status_create(TC_INTERNAL, "the working directory is unknown: change to one that exists");
  return tc_pool_printf(memory, out, "%s", path);
}

static tc_status build_absolute(app_quote_files *files, const char *path, const char **out) {
  const bool is_absolute = *path == '/';
  return tc_pool_printf(&files->memory, out, "%s%s%s", is_absolute ? "" : files->directory,
                        is_absolute ? "" : "/", path);
}

/* Returns the checkpoint file of the config. If the config sets none, returns NAME.checkpoint.h5 in the
 * directory of the snapshots or of the history. */
static tc_status find_checkpoint(const tc_config *config, app_quote_files *files) {
  const char *output = config->snapshots.file ? config->snapshots.file : config->history.file;
  const int length = output ? (int)(tc_path_name(output) - output) : 0;
  const char *path = config->checkpoint.file;
  if (!path)
    TC_TRY(tc_pool_printf(&files->memory, &path, "%.*s%s.checkpoint.h5", length, output ? output : "",
                          files->name));
  return build_absolute(files, path, &files->checkpoint);
}

static tc_status find_paths(const app_options *o, app_quote_files *files) {
  const char *name = tc_path_name(o->run.config);
  TC_TRY(find_directory(&files->memory, &files->directory));
  TC_TRY(find_program(&files->memory, &files->program));
  TC_TRY(tc_pool_printf(&files->memory, &files->name, "%.*s", (int)tc_path_stem(name), name));
  TC_TRY(build_absolute(files, o->run.config, &files->config));
  files->script = o->output;
  return o->output ? TC_OK : tc_pool_printf(&files->memory, &files->script, "%s.slurm", files->name);
}

/* ---- config ---- */

/* Appends `text` to *out as a YAML value in single quotation marks. A quotation mark in the text is
 * doubled. */
static tc_status quote_value(const char *text, tc_pool *memory, const char **out) {
  TC_TRY(tc_pool_printf(memory, out, "%s'", *out));
  for (const char *at = text; *at;) {
    const int length = (int)strcspn(at, "'");
    TC_TRY(tc_pool_printf(memory, out, "%s%.*s%s", *out, length, at, at[length] ? "''" : ""));
    at += at[length] ? length + 1 : length;
  }
  return tc_pool_printf(memory, out, "%s'", *out);
}

/* Appends the override checkpoint.file=PATH to the options. The commands in the job script contain the same
 * override. */
static tc_status add_checkpoint_override(app_quote_files *files) {
  const int count = files->options.overrides;
  const char **override, *path = "checkpoint.file=";
  TC_TRY(TC_POOL_ARRAY(&files->memory, override, count + 1));
  TC_TRY(quote_value(files->checkpoint, &files->memory, &path));
  for (int i = 0; i < count; i++) override[i] = files->options.override[i];
  override[count] = path;
  files->options.override = override;
  files->options.overrides = count + 1;
  return TC_OK;
}

/* Finds the paths of the job. `config` was read without the option --machine, so config->machine is the
 * machine that the job itself will use. */
static tc_status find_job(const app_options *o, const tc_config *config, app_quote_files *files) {
  files->uses_machine = tc_machine_kind_of(config->machine) == TC_MACHINE_AUTO;
  TC_TRY(find_paths(o, files));
  TC_TRY(find_checkpoint(config, files));
  return add_checkpoint_override(files);
}

tc_status app_quote_files_init(const tc_command_call *call, app_quote_files *files, tc_config **config) {
  const app_options *o = call->options;
  tc_config *first = NULL;
  files->options = o->run;
  files->options.replaces = call->command->name;
  files->options.machine = NULL;
  tc_status status = tc_run_options_read_config(&files->options, call->world, &first);
  if (!status) status = tc_world_agree(call->world, find_job(o, first, files));
  tc_config_destroy(&first);
  files->options.machine = o->run.machine;
  return status ? status : tc_run_options_read_config(&files->options, call->world, config);
}

void app_quote_files_free(app_quote_files *files) { tc_pool_free(&files->memory); }

/* ---- parts of the script that the quote does not change ---- */

/* Copies the overrides of the command line. Omits the last one, which sets the checkpoint file, because the
 * script has a variable for it. If the config sets ranks_per_node, adds an override with 0, because the key
 * would divide the ranks of the job into virtual nodes. */
static tc_status copy_overrides(const app_quote_files *files, const tc_config *config, tc_pool *memory,
                                tc_job_script *out) {
  const char **override;
  const int count = files->options.overrides - 1;
  TC_TRY(TC_POOL_ARRAY(memory, override, count + 1));
  for (int i = 0; i < count; i++) override[i] = files->options.override[i];
  out->overrides = count;
  if (config->ranks_per_node > 0) override[out->overrides++] = "ranks_per_node=0";
  out->override = override;
  return TC_OK;
}

/* Fills in the parts of a script that do not depend on the quote. */
static tc_status create_script(const app_quote_files *files, const tc_config *config,
                               const tc_machine_slurm *slurm, tc_pool *memory, tc_job_script *out) {
  *out = (tc_job_script){.slurm = slurm,
                         .name = files->name,
                         .program = files->program,
                         .config = files->config,
                         .checkpoint = files->checkpoint,
                         .directory = files->directory};
  return copy_overrides(files, config, memory, out);
}

/* ---- checks before the search ---- */

static tc_status check_texts(const app_quote_files *files, const tc_config *config,
                             const tc_machine_slurm *slurm) {
  tc_pool memory = {0};
  tc_job_script script;
  tc_status status = create_script(files, config, slurm, &memory, &script);
  if (!status) status = tc_job_script_check(&script);
  tc_pool_free(&memory);
  return status;
}

static tc_status check_script(const app_quote_options *o, const char *path) {
  if (!o->app.run.force) TC_TRY(tc_file_check_new(path));
  TC_TRY(tc_directory_prepare(path));
  return tc_file_check_replaceable(path, tc_file_starts_with(path, script_begin),
                                   "a script of tetracast quote");
}

tc_status app_quote_files_prepare(const app_quote_options *o, const app_quote_files *files,
                                  const tc_config *config, const tc_machine_slurm *slurm) {
  const char *json = o->app.run.json;
  tc_file_list list = {0};
  TC_TRY(check_texts(files, config, slurm));
  TC_TRY(tc_run_options_list_inputs(&files->options, config, &list));
  TC_TRY(tc_file_list_add_output(&list, "the script", files->script));
  TC_TRY(tc_file_list_add_output(&list, "--json", json));
  TC_TRY(check_script(o, files->script));
  TC_TRY(tc_report_prepare("tetracast", json, NULL));
  return tc_report_check_command("quote", json, NULL);
}

/* ---- script ---- */

/* Returns the number of checkpoints that the job is expected to write, at least 1. */
static double count_checkpoints(const tc_config *config, const tc_quote *quote, const tc_quote_case *c) {
  const tc_job_report *job = c->job;
  const double steps = (double)quote->steps,
               seconds =
                   c->checkpoint_interval_s > 0.0 ? c->checkpoint_interval_s : config->checkpoint.seconds,
               steps_s = tc_job_report_parts(job).steps_s,
               counted = (double)tc_hook_count_after(config->checkpoint.every, 0, quote->steps),
               timed = seconds > 0.0 ? fmin(floor(steps_s / seconds), steps) : 0.0;
  return fmax(1.0, fmax(counted, timed));
}

/* Returns an upper bound in s for writing one checkpoint and closing all files. The job must stop this long
 * before its time limit. */
static double stop_seconds(const tc_config *config, const tc_quote *quote, const tc_quote_case *c) {
  const int output = TC_JOB_GROUP_output;
  const tc_job_report *job = c->job;
  const double all = tc_job_report_phase(job, TC_JOB_PHASE_checkpoints).forecast_s,
               closing = tc_job_report_phase(job, TC_JOB_PHASE_close).forecast_s;
  return tc_job_bound_part(&job->bound, output, all / count_checkpoints(config, quote, c)) +
         tc_job_bound_part(&job->bound, output, closing);
}

static tc_status format_script(const app_quote_files *files, const tc_config *config, const tc_quote *quote,
                               const tc_machine_slurm *slurm, tc_pool *memory, const char **text) {
  tc_job_script script;
  TC_TRY(create_script(files, config, slurm, memory, &script));
  script.quote = quote;
  script.chosen = &quote->item[quote->chosen];
  script.stop_s = stop_seconds(config, quote, script.chosen);
  return tc_job_script_format(&script, memory, text);
}

static tc_status write_text(const char *path, const char *text) {
  tc_file file = {0};
  tc_status status = tc_file_open(path, &file);
  if (!status) {
    fputs(text, file.out);
    status = tc_file_commit(&file);
  }
  tc_file_discard(&file);
  return status;
}

tc_status app_quote_files_write_script(const app_quote_files *files, const tc_config *config,
                                       const tc_quote *quote, const tc_machine_slurm *slurm) {
  tc_pool memory = {0};
  const char *text;
  tc_status status = format_script(files, config, quote, slurm, &memory, &text);
  if (!status) status = write_text(files->script, text);
  tc_pool_free(&memory);
  return status;
}
