/* `tetracast compare`: the same steps with every strategy and block size, in one launch on the same matrix.
 */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "session.h"

enum { most_block_sizes = 32, longest_list = 512 };

/* What is compared. */
typedef struct field_of_play {
  int strategies;
  const tc_strategy **strategy;
  int sizes;
  int32_t size[most_block_sizes];
} field_of_play;

/* Cuts "a,b,c" in place; returns the next word or NULL. */
static char *next_word(char **list) {
  char *word = *list, *comma;
  if (!word) return NULL;
  comma = strchr(word, ',');
  if (comma) *comma++ = '\0';
  *list = comma;
  return word;
}

static tc_status copy_list(const char *name, const char *list, char copy[longest_list]) {
  if (strlen(list) >= longest_list) return tc_status_make(TC_USAGE, "--%s: the list is too long", name);
  strcpy(copy, list);
  return TC_OK;
}

static tc_status choose_strategies(const tc_arguments *arguments, field_of_play *play) {
  const char *list = tc_arguments_value(arguments, "strategies");
  char copy[longest_list], *rest = copy, *word;
  if (!list) {
    TC_TRY(TC_ALLOC(play->strategy, tc_strategy_count()));
    for (int i = 0; i < tc_strategy_count(); i++) play->strategy[play->strategies++] = tc_strategy_at(i);
    return TC_OK;
  }
  TC_TRY(copy_list("strategies", list, copy));
  TC_TRY(TC_ALLOC(play->strategy, strlen(copy) + 1)); /* more than it has words */
  while ((word = next_word(&rest))) {
    const tc_strategy *strategy = tc_strategy_find(word);
    if (!strategy)
      return tc_status_make(TC_USAGE, "--strategies: there is no strategy '%s' (see tetracast list)", word);
    play->strategy[play->strategies++] = strategy;
  }
  return TC_OK;
}

/* Without the option no size: the config's is taken once it is read. */
static tc_status choose_sizes(const tc_arguments *arguments, field_of_play *play) {
  const char *list = tc_arguments_value(arguments, "block-sizes");
  char copy[longest_list], *rest = copy, *word;
  if (!list) return TC_OK;
  TC_TRY(copy_list("block-sizes", list, copy));
  while ((word = next_word(&rest))) {
    tc_text text = {word, word + strlen(word)};
    int32_t size;
    if (!tc_text_int32(&text, &size) || !tc_text_done(&text) || size < 1)
      return tc_status_make(TC_USAGE, "--block-sizes: '%s' is no whole number from 1 on", word);
    if (play->sizes == most_block_sizes)
      return tc_status_make(TC_USAGE, "--block-sizes: at most %d sizes", (int)most_block_sizes);
    play->size[play->sizes++] = size;
  }
  return TC_OK;
}

/* All valid results must be the same field, bit for bit. */
static tc_status check_fields(const tc_session *s) {
  const tc_result *first = NULL;
  for (int i = 0; i < s->results; i++) {
    const tc_result *result = &s->result[i];
    if (!result->valid) continue;
    if (!first) first = result;
    if (result->field.hash != first->field.hash)
      return tc_status_make(TC_INTERNAL,
                            "strategies %s and %s give different fields: please report this as a bug",
                            first->strategy, result->strategy);
  }
  return TC_OK;
}

static tc_status write_reports(const tc_session *s) {
  tc_report report;
  tc_session_report(s, &report);
  tc_report_comparison(&report, s->app->out);
  TC_TRY(tc_session_write_files(s, &report));
  return check_fields(s);
}

static tc_status play_all(tc_session *s, const field_of_play *play) {
  for (int b = 0; b < play->sizes; b++) {
    TC_TRY(tc_session_set_up(s, play->size[b]));
    for (int i = 0; i < play->strategies; i++) {
      tc_log_note(&s->app->log, TC_LOG_NORMAL, "%s, blocks of %d", play->strategy[i]->name,
                  (int)play->size[b]);
      TC_TRY(tc_session_march(s, play->strategy[i], play->size[b], NULL));
    }
  }
  return tc_world_agree(s->world, s->world->rank == 0 ? write_reports(s) : TC_OK);
}

static tc_status run(tc_app *app) {
  tc_session session = {0};
  field_of_play play = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, choose_strategies(&app->arguments, &play));
  TC_GUARD(status, choose_sizes(&app->arguments, &play));
  TC_GUARD(status, tc_session_open(app, &session));
  if (play.sizes == 0) play.size[play.sizes++] = session.config->distribution.block_size;
  TC_GUARD(status, play_all(&session, &play));
cleanup:
  tc_free(play.strategy);
  tc_session_close(&session);
  return status;
}

const tc_command tc_command_compare = {
    .usage = "usage: [mpirun -np P] tetracast compare CONFIG [--strategies a,b] [--block-sizes 1024,4096]\n"
             "                                [-s key.sub=value]... [--json FILE] [--csv FILE] [-q] [-v]\n\n"
             "Runs the config's steps with every strategy (or those named) and block size in one launch on "
             "the same\n"
             "matrix, writes no snapshots, prints one table, and fails when the strategies' fields differ in "
             "one bit.\n\n"
             "example: mpirun -np 2 tetracast compare configs/ventricle.yaml -s distribution.kind=cyclic "
             "--block-sizes 1024,4096\n",
    .options = (const char *const[]){"--strategies", "--block-sizes", "-s", "--json", "--csv", NULL},
    .run = run,
};
