/* `tetracast run`: the straight path from a config to snapshots and a report. */
#include <unistd.h>

#include "command.h"
#include "report/provenance.h"
#include "run/session.h"
#include "run/strategy_choice.h"

/* Where the snapshots go (root), and what takes them; both empty when none are wished for. */
typedef struct output {
  tc_snapshot_place place;
  tc_snapshot *snapshot;
} output;

/* A field that is no solution must not look like one. Strategy auto chooses among those that are. */
static tc_status check_strategy(const tc_session *s) {
  const tc_strategy *strategy = s->config->strategy;
  if (!s->config->snapshots.file || !strategy || strategy->valid || s->world->ranks == 1) return TC_OK;
  return tc_status_make(TC_USAGE,
                        "%s: the field of strategy %s on several ranks is no solution, so no snapshots are "
                        "written; leave snapshots.file out (-s snapshots=null) or take another strategy",
                        tc_config_where(s->config, "strategy"), strategy->name);
}

/* Found before the set-up of a large mesh rather than after. */
static tc_status take_place(tc_session *s, output *out) {
  const char *file = s->config->snapshots.file;
  TC_TRY(check_strategy(s));
  if (!file) return TC_OK;
  TC_TRY(tc_world_agree(s->world,
                        s->world->rank ? TC_OK : tc_snapshot_place_take(file, &s->files, &out->place)));
  if (s->world->rank) return TC_OK;
  if (tc_snapshot_place_is_taken(&out->place))
    tc_log_note(s->log, TC_LOG_NORMAL,
                "%s is there already: this run writes %s, which replaces it at the end", file,
                out->place.work_path);
  if (out->place.lock < 0)
    tc_log_warn(s->log, "%s: its file system has no locks: see to it that no other run writes it", file);
  return TC_OK;
}

static tc_status open_snapshots(const tc_session *s, output *out) {
  const tc_config *c = s->config;
  if (!c->snapshots.file) return TC_OK;
  const tc_observer observer = {.every = c->snapshots.every};
  const int64_t rows = tc_observer_calls(&observer, s->step.steps);
  const tc_snapshot_about about = {.title = c->title,
                                   .version = tc_provenance_version(),
                                   .commit = tc_provenance_commit(),
                                   .config = c->text,
                                   .overrides = c->physics,
                                   .mesh_file = c->mesh.file,
                                   .mesh_hash = s->mesh_hash};
  const tc_phase phase = tc_log_begin(s->log, "write the mesh to the snapshot file");
  TC_TRY(tc_snapshot_create(s->world, &out->place, rows, c->snapshots.compress, s->mesh,
                            s->problem->space->owned, s->problem->space->id, &about, &out->snapshot));
  tc_log_end(&phase);
  return TC_OK;
}

static tc_status write_reports(const tc_session *s, FILE *out) {
  tc_report report;
  tc_session_report(s, &report);
  tc_report_table(&report, out);
  if (s->config->snapshots.file)
    fprintf(out, "Snapshots: %s (open the .xdmf beside it in ParaView)\n", s->config->snapshots.file);
  return tc_run_choice_write(s->choice, s->config, &report, out);
}

static tc_status close_snapshots(const tc_session *s, output *out) {
  if (!out->snapshot) return TC_OK;
  const tc_phase phase = tc_log_begin(s->log, "complete the snapshot file");
  TC_TRY(tc_snapshot_close(&out->snapshot));
  tc_log_end(&phase);
  return TC_OK;
}

/* All of it, in order; each phase ends with the same outcome on every rank. */
static tc_status perform(tc_app *app, const tc_run_choice *choice, tc_session *s, output *out) {
  const tc_strategy *strategy = NULL;
  TC_TRY(tc_session_open(choice, &app->circumstances, app->world, &app->log, s));
  TC_TRY(take_place(s, out));
  const int32_t block_size = s->config->distribution.block_size;
  TC_TRY(tc_session_set_up(s, block_size));
  TC_TRY(open_snapshots(s, out));
  tc_session_forget_mesh(s);
  TC_TRY(tc_strategy_choose(s, &strategy));
  TC_TRY(tc_session_march(s, strategy, block_size, out->snapshot));
  TC_TRY(close_snapshots(s, out));
  return tc_world_agree(s->world, s->world->rank == 0 ? write_reports(s, app->out) : TC_OK);
}

/* The run has failed. What it has written stays, and so does what was there before. */
static void give_up(const tc_app *app, output *out) {
  tc_snapshot_abandon(&out->snapshot);
  if (app->world->rank == 0 && out->place.work_path && tc_snapshot_place_is_taken(&out->place) &&
      access(out->place.work_path, F_OK) == 0)
    tc_log_note(&app->log, TC_LOG_QUIET, "%s is as it was; the snapshots up to the failure are in %s",
                out->place.path, out->place.work_path);
}

static tc_status run(tc_app *app) {
  tc_run_choice choice;
  TC_TRY(tc_arguments_choose(&app->arguments, &choice));
  tc_session session = {0};
  output out = {.place = {.lock = -1}};
  tc_status status = perform(app, &choice, &session, &out);
  if (status) give_up(app, &out);
  tc_snapshot_place_release(&out.place);
  tc_session_close(&session);
  return status;
}

const tc_command tc_command_run = {
    .name = "run",
    .summary = "time steps; at the end measured beside forecast, per part",
    .usage =
        "usage: [mpirun -np P] tetracast run CONFIG [--machine FILE] [--model NAME] [-s "
        "key.sub=value]...\n"
        "                            [--json FILE] [--csv FILE] [-q] [-v]\n\n"
        "Runs the time steps of a config (configs/README.md tells every key) and prints where the time "
        "went.\n\n"
        "  -s key.sub=value   overrides a key of the config; may be repeated\n"
        "  --json FILE        the report as JSON      --csv FILE   the same as one row per part\n"
        "  --machine FILE     parameters of the forecast (configs/machines); default: measured, then "
        "remembered;\n                     none: no forecast, the run starts at once\n"
        "  --model NAME       whose forecast counts: auto (the best that the machine is known well enough "
        "for), paper, "
        "refined\n"
        "  -q                 no progress             -v           more about the setup, and every rank\n\n"
        "The words of the table:\n"
        "  measured      the median over the steps, then the slowest rank; forecast: what the model "
        "expected\n"
        "  pack          collecting the values that other ranks need into messages\n"
        "  transfer      moving values between ranks, with the wait for the others\n"
        "  copy          a rank's own values into the copy of the vector that it computes with\n"
        "  unpack        what came from other ranks into that copy\n"
        "  compute       the rows of the product, with what is read from other ranks meanwhile\n"
        "  paper         the published model: bytes over bandwidth, latency of the network\n"
        "  refined       the same counts, with caches, the cost of a row, and barriers, as measured\n"
        "  STREAM        how fast a rank streams through arrays of that size; rows, which write less, may be "
        "faster\n"
        "  imbalance     the longest computing of a rank over the mean\n"
        "  blocks of N   rows in a block: `block` fetches such blocks whole; cyclic deals them to ranks\n"
        "  condensed ..  strategies, distributions and orders: tetracast list\n\n"
        "example: mpirun -np 2 tetracast run configs/ventricle.yaml -s time.steps=200 --json report.json\n",
    .options = (const char *const[]){"--machine", "--model", "-s", "--json", "--csv", NULL},
    .run = run,
};
