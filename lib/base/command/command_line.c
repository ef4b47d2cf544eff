#include "base/command/command_line.h"

#include <ctype.h>
#include <string.h>

#include "base/text/suggestion.h"

static bool contains_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strcspn(at, " ") == length && strncmp(at, word, length) == 0) return true;
  return false;
}

/* True if a line of the command's own table applies to this command. The actions of a command, such as `info`
 * in `mesh info`, share one table, so a line may be limited to some of them. */
static bool is_own_line(const tc_command_call *call, const tc_option *o) {
  return !o->commands || contains_word(o->commands, call->command->name);
}

/* True if a line of the program's table applies to the command. The line may name the command, the parent
 * command, or one action as "mesh/info". */
static bool is_shared_line(const tc_command_call *call, const tc_option *o) {
  tc_line action = {0};
  if (!o->commands || !call->parent) return is_own_line(call, o);
  tc_line_add(&action, "%s/%s", call->parent->name, call->command->name);
  return contains_word(o->commands, call->parent->name) || contains_word(o->commands, action.text);
}

/* Returns line number *index, counted among the lines of a table that belong to the command. If the table has
 * fewer such lines, subtracts their number from *index and returns NULL. */
static const tc_option *find_line(const tc_command_call *call, const tc_option *table,
                                  bool (*belongs)(const tc_command_call *, const tc_option *), int *index) {
  for (const tc_option *o = table; o && o->name; o++)
    if (belongs(call, o) && (*index)-- == 0) return o;
  return NULL;
}

const tc_option *tc_command_line_option(const tc_command_call *call, int index) {
  const tc_option *option = find_line(call, call->command->options, is_own_line, &index);
  return option ? option : find_line(call, call->program->options, is_shared_line, &index);
}

static bool is_option(const tc_option *o) { return o->name[0] == '-' && strcmp(o->name, "--") != 0; }

/* True if a word of the command line is the option `name`. If the option has a value, the word may also be
 * "name=value". */
static bool matches_option(const char *word, const char *name, bool has_value) {
  const size_t length = has_value ? strcspn(word, "=") : strlen(word);
  return name && strlen(name) == length && strncmp(name, word, length) == 0;
}

static int find_option(const tc_command_call *call, const char *word) {
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(call, i)); i++)
    if (is_option(o) && (matches_option(word, o->name, o->value) || matches_option(word, o->alias, o->value)))
      return i;
  return -1;
}

static tc_status unknown_option_error(const tc_command_call *call, const char *word) {
  tc_suggestion search = tc_suggestion_init(word);
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(call, i)); i++)
    if (is_option(o)) tc_suggestion_add(&search, o->name);
  tc_line remedy = {0};
  if (call->program->suggest_key && find_option(call, "-s") >= 0) call->program->suggest_key(word, &remedy);
  if (remedy.length == 0 && search.best_match[0])
    tc_line_add(&remedy, " (did you mean %s?)", search.best_match);
  return tc_status_create(TC_USAGE, "unknown option %s%s", word,
                          remedy.length > 0 ? remedy.text : " (see --help)");
}

static tc_status set_value(tc_command_call *call, int index, const char *value) {
  const tc_option *o = tc_command_line_option(call, index);
  call->set_options |= (uint64_t)1 << index;
  return o->set(o, value, o->at == TC_OPTION_AT_LOG ? (void *)&call->log : (char *)call->options + o->at);
}

/* Returns an error if the word after an option cannot be its value, because it is another option or begins
 * with two dashes. Other words with a dash, such as -x, may be values. */
static tc_status check_next_word(const tc_command_call *call, const char *option, const char *next) {
  if (find_option(call, next) < 0 && strncmp(next, "--", 2) != 0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "option %s needs a value, but %s follows: add the value, or write %s=%s if this is "
                          "the value",
                          option, next, option, next);
}

/* Parses the option at word *i. If its value is the next word, *i becomes the index of that word. */
static tc_status parse_option(tc_command_call *call, int *i) {
  char *word = call->word[*i];
  const int index = find_option(call, word);
  if (index < 0) return unknown_option_error(call, word);
  const tc_option *option = tc_command_line_option(call, index);
  if (!option->value) return set_value(call, index, NULL);
  const char *equals = strchr(word, '=');
  if (equals) return set_value(call, index, equals + 1);
  if (++*i == call->words)
    return tc_status_create(TC_USAGE, "option %s needs a value (see --help)", option->name);
  TC_TRY(check_next_word(call, option->name, call->word[*i]));
  return set_value(call, index, call->word[*i]);
}

/* Returns the index of the table line named "--", which receives the words after "--"; -1 if the command has
 * no such line. */
static int find_rest_line(const tc_command_call *call) {
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(call, i)); i++)
    if (strcmp(o->name, "--") == 0) return i;
  return -1;
}

/* Stores a word as the value of the first positional argument that has no value yet or that accepts several
 * values. */
static tc_status parse_argument(tc_command_call *call, const char *word) {
  const tc_option *o;
  tc_line name = {0};
  for (int i = 0; (o = tc_command_line_option(call, i)); i++)
    if (o->name[0] != '-' && (o->is_repeated || !(call->set_options >> i & 1)))
      return set_value(call, i, word);
  return tc_status_create(TC_USAGE, "unexpected argument '%s' for %s: %s (see --help)", word,
                          tc_command_call_format_name(call, &name),
                          find_rest_line(call) < 0 ? "remove it" : "put it after --");
}

/* Returns an error if a required argument is missing. Example: mesh import needs SOURCE (see --help) */
static tc_status check_required(const tc_command_call *call) {
  const tc_option *o;
  tc_line name = {0};
  for (int i = 0; (o = tc_command_line_option(call, i)); i++)
    if (o->is_required && !(call->set_options >> i & 1))
      return tc_status_create(TC_USAGE, "%s needs %s%s%s (see --help)",
                              tc_command_call_format_name(call, &name), o->name[0] == '-' ? o->name : "",
                              o->name[0] == '-' ? " " : "", o->value);
  return TC_OK;
}

static tc_status set_defaults(tc_command_call *call) {
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(call, i)); i++)
    if (o->initial) TC_TRY(set_value(call, i, o->initial));
  call->set_options = 0;
  return TC_OK;
}

/* True if a word is a positional argument and not an option. "-" alone and negative numbers such as -2 are
 * arguments. */
static bool is_argument(const char *word) {
  return word[0] != '-' || word[1] == '\0' || isdigit((unsigned char)word[1]);
}

tc_status tc_command_line_parse(tc_command_call *call) {
  const int rest_line = find_rest_line(call);
  TC_TRY(set_defaults(call));
  for (int i = 0; i < call->words; i++) {
    if (rest_line >= 0 && strcmp(call->word[i], "--") == 0) {
      while (++i < call->words) TC_TRY(set_value(call, rest_line, call->word[i]));
    } else if (is_argument(call->word[i]))
      TC_TRY(parse_argument(call, call->word[i]));
    else
      TC_TRY(parse_option(call, &i));
  }
  return check_required(call);
}

bool tc_command_line_has(const tc_command_call *call, const char *name) {
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(call, i)); i++)
    if (strcmp(o->name, name) == 0) return call->set_options >> i & 1;
  return false;
}

void tc_command_line_free(tc_command_call *call) {
  const tc_option *o;
  for (int i = 0; call->options && (o = tc_command_line_option(call, i)); i++)
    if (o->set == tc_option_set_texts) TC_ARRAY_FREE((char *)call->options + o->at);
}
