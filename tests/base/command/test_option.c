#include "base/command/option.h"

#include "support/expect.h"
#include "support/program.h"

typedef struct values {
  int32_t steps;
  int32_t size;
  int order;
  const tc_named_item *chosen;
  bool all;
  double number;
  const char *json, *first, *second;
  tc_option_numbers ranks, orders;
  tc_option_texts sets, files, rest;
} values;

static const tc_named_item words[] = {{"none", "no order"}, {"rcm", "a band"}, {"metis", "parts"}};
static const void *word_item(int index) { return &words[index]; }
static const char *word_name(int index) { return words[index].name; }
static const char *word_summary(int index) { return words[index].summary; }
static const tc_registry tc_named_item_registry = {3, word_name, word_summary, word_item};

static const tc_option shared[] = {
    {"--json", "FILE", "writes JSON", TC_OPTION_TEXT(values, json), .commands = "run list mesh/list"},
    {"-q", NULL, "no progress messages", TC_OPTION_LOG(TC_LOG_QUIET)},
    {"-v", NULL, NULL, TC_OPTION_LOG(TC_LOG_VERBOSE)},
    {0},
};
static const tc_option own[] = {
    {"FIRST", "a first word", NULL, TC_OPTION_TEXT(values, first), .is_required = true},
    {"SECOND", "a second word", "the second word", TC_OPTION_TEXT(values, second)},
    {"--steps", "N", "time steps, of which a long sentence says so much that it does not fit into one line",
     TC_OPTION_INT32(values, steps, 1, 10), .initial = "3", .alias = "-n"},
    {"--size", "N", "size", TC_OPTION_INT32(values, size, INT32_MIN, INT32_MAX)},
    {"--number", "X", NULL, TC_OPTION_REAL(values, number)},
    {"--order", "NAME", "order", TC_OPTION_INDEX(values, order, tc_named_item_registry), .extra = "auto"},
    {"--choice", "NAME", "choice", TC_OPTION_CHOICE(values, chosen, tc_named_item)},
    {"--orders", "LIST", "orders", TC_OPTION_INDICES(values, orders, tc_named_item_registry)},
    {"--ranks", "LIST", "ranks", TC_OPTION_LIST(values, ranks, 3, 10)},
    {"--all", NULL, "all rows", TC_OPTION_FLAG(values, all)},
    {"-s", "KEY=VALUE", "sets a key", TC_OPTION_TEXTS(values, sets)},
    {"--old", "X", NULL, TC_OPTION_TEXT(values, json)},
    {0},
};
static const tc_option listed[] = {
    {"FILE", "a file", NULL, TC_OPTION_TEXTS(values, files), .is_required = true},
    {"--", "PROGRAM [ARGUMENTS]", NULL, TC_OPTION_TEXTS(values, rest)},
    {"--key-of-many-letters", "VALUE", "a wide option", TC_OPTION_TEXT(values, second), .is_required = true},
    {0},
};

static tc_status print_json(tc_command_call *call) {
  const values *v = call->options;
  fprintf(call->out, "json %s\n", v->json ? v->json : "none");
  return v->all ? tc_status_create(TC_INPUT, "all is too much") : TC_OK;
}

static const tc_command run =
    {"run", "runs", "About run.\n", "Notes.\n.dot\n", "example: p run a\n", own, .run = print_json};
static const tc_command list = {"list", "lists", .options = listed, .run = print_json};
static const tc_command check = {"check", "checks a mesh", .run = print_json};
static const tc_command mesh = {"mesh", "meshes", "About meshes.\n",
                                .actions = (const tc_command *const[]){&check, &list, NULL}};
static const tc_command *const commands[] = {&run, &list, &mesh, NULL};
static const tc_program program =
    {"p", "tests options", commands, .options = shared, .size = sizeof(values), .notes = "Exit codes: 0.\n"};

Test(option, kinds_of_values) {
  tc_command_call call;
  expect_ok(
      call_parse(&program,
                 "run a --steps=1e1 --size -4e3 --order auto --choice rcm --orders metis,none,metis --all "
                 "-s a=1 -s=b=2 --ranks 4,1e1,4 --json x --json=y=z - -q",
                 &call));
  const values *v = call.options;
  cr_assert(v->steps == 10 && v->size == -4000 && v->order == -1 && v->chosen == &words[1] && v->all);
  cr_assert(v->orders.count == 2 && v->orders.item[0] == 2 && v->orders.item[1] == 0);
  cr_assert(v->ranks.count == 2 && v->ranks.item[0] == 4 && v->ranks.item[1] == 10, "each once");
  cr_assert(v->sets.count == 2 && !strcmp(v->sets.item[0], "a=1") && !strcmp(v->sets.item[1], "b=2"));
  cr_assert_str_eq(v->json, "y=z", "the last one wins");
  cr_assert(!strcmp(v->first, "a") && !strcmp(v->second, "-") && call.log.level == TC_LOG_QUIET);
  cr_assert(tc_command_line_has(&call, "-s") && tc_command_line_has(&call, "FIRST"));
  cr_assert(!tc_command_line_has(&call, "--old") && !tc_command_line_has(&call, "--none"));
  call_end(&call);
  expect_ok(call_parse(&program, "run -5 -n 7", &call));
  cr_assert_str_eq(((const values *)call.options)->first, "-5");
  cr_assert_eq(((const values *)call.options)->steps, 7);
  call_end(&call);
  expect_ok(call_parse(&program, "run -v -q a", &call));
  cr_assert_eq(call.log.level, TC_LOG_VERBOSE);
  call_end(&call);
  expect_ok(call_parse(&program, "run a", &call));
  cr_assert_eq(((const values *)call.options)->steps, 3);
  cr_assert(!tc_command_line_has(&call, "--steps") && call.log.level == TC_LOG_NORMAL);
  call_end(&call);
}

/* A word that begins with a dash is the value of an option if the word is no option itself, or if it
 * follows an equals sign. */
Test(option, values_with_dashes) {
  tc_command_call call;
  expect_ok(call_parse(&program, "run a --json -x --old=-q -s=--all -s -1=2 --number -1e19", &call));
  const values *v = call.options;
  cr_expect(!strcmp(v->json, "-q") && v->sets.count == 2 && !strcmp(v->sets.item[0], "--all"));
  cr_expect(!strcmp(v->sets.item[1], "-1=2") && v->number == -1e19);
  cr_expect(call.log.level != TC_LOG_QUIET && !v->all);
  call_end(&call);
}

Test(option, options_may_precede_the_action) {
  tc_command_call call;
  expect_ok(call_parse(&program, "mesh -q --key-of-many-letters v list f", &call));
  const values *v = call.options;
  cr_assert(call.command == &list && call.parent == &mesh && call.log.level == TC_LOG_QUIET);
  cr_assert(v->files.count == 1 && !strcmp(v->files.item[0], "f") && !strcmp(v->second, "v"));
  call_end(&call);
}

/* An option that several commands share lists the actions that accept it as COMMAND/ACTION. An action may
 * therefore have the name of a command. */
Test(option, shared_lines_of_actions) {
  static const tc_option lines[] = {
      {"--command", NULL, "a", TC_OPTION_FLAG(values, all), .commands = "list"},
      {"--action", NULL, "b", TC_OPTION_FLAG(values, all), .commands = "mesh/list"},
      {"--actions", NULL, "c", TC_OPTION_FLAG(values, all), .commands = "mesh"},
      {0},
  };
  tc_program other = program;
  other.options = lines;
  tc_command_call call;
  expect_ok(call_parse(&other, "mesh list f --key-of-many-letters v --action --actions", &call));
  call_end(&call);
  expect_ok(call_parse(&other, "mesh check --actions", &call));
  call_end(&call);
  expect_error(call_parse(&other, "mesh list f --command", &call), TC_USAGE, "unknown option --command");
  call_end(&call);
  expect_error(call_parse(&other, "mesh check --action", &call), TC_USAGE, "unknown option --action");
  call_end(&call);
  expect_error(call_parse(&other, "list f --action", &call), TC_USAGE, "unknown option --action");
  call_end(&call);
}

Test(option, words_after_dashes) {
  tc_command_call call;
  expect_ok(call_parse(&program, "list f g --key-of-many-letters v h -- x --json y", &call));
  const values *v = call.options;
  cr_assert(v->files.count == 3 && !strcmp(v->files.item[2], "h") && !v->json);
  cr_assert(v->rest.count == 3 && !strcmp(v->rest.item[1], "--json"));
  call_end(&call);
}

Test(option, wrong_words_are_refused) {
  static const char *const cases[][2] = {
      {"run a --steps 0", "--steps 0: expected a whole number from 1 to 10"},
      {"run a --steps 11", "--steps 11: expected a whole number"},
      {"run a --steps 1.5", "--steps 1.5: expected a whole number"},
      {"run a --steps 5x", "--steps 5x: expected a whole number"},
      {"run a --steps nan", "--steps nan: expected a whole number"},
      {"run a --steps 1e400", "--steps 1e400: expected a whole number"},
      {"run a --steps=", "--steps : expected a whole number"},
      {"run a --steps", "option --steps needs a value (see --help)"},
      {"run a --json -q",
       "option --json needs a value, but -q follows: add the value, or write --json=-q if"},
      {"run a -s --all", "option -s needs a value, but --all follows: add the value, or write -s=--all if"},
      {"run a --json --steps=4", "option --json needs a value, but --steps=4 follows"},
      {"run a --json --unknown", "option --json needs a value, but --unknown follows"},
      {"list f --key-of-many-letters -- x", "option --key-of-many-letters needs a value, but -- follows"},
      {"run a --number 1e400", "--number 1e400: expected a finite number"},
      {"run a --number nan", "--number nan: expected a finite number"},
      {"run a --number 1x", "--number 1x: expected a finite number"},
      {"run a --step 4", "unknown option --step (did you mean --steps?)"},
      {"run a --helpful", "unknown option --helpful"},
      {"run a --colour red", "unknown option --colour (see --help)"},
      {"run a --all=yes", "unknown option --all=yes"},
      {"run a --", "unknown option --"},
      {"run a --key-of-many-letters b", "unknown option --key-of-many-letters"},
      {"run a --order rm", "--order: expected one of none, rcm, metis, auto, found 'rm'"},
      {"run a --choice auto", "--choice: expected one of none, rcm, metis, found 'auto'"},
      {"run a --ranks=", "--ranks : expected a list of at most 3 numbers from 1 to 10, like"},
      {"run a --ranks 1,", "--ranks 1,: expected a list"},
      {"run a --ranks 1,,2", "--ranks 1,,2: expected a list"},
      {"run a --ranks 1,2,3,4", "--ranks 1,2,3,4: expected a list"},
      {"run a --ranks 1,11", "--ranks 1,11: expected a list"},
      {"run", "run needs a first word (see --help)"},
      {"run a b c", "unexpected argument 'c' for run: remove it (see --help)"},
      {"list a", "list needs --key-of-many-letters VALUE (see --help)"},
      {"mesh check a", "unexpected argument 'a' for mesh check: remove it (see --help)"},
      {"mesh check --json x", "unknown option --json"},
      {"mesh dance", "unknown action 'mesh dance': use one of check, list"},
      {"mesh", "mesh needs an action: use one of check, list (see --help)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    values out;
    expect_error(parse_options(&program, cases[i][0], &out, sizeof out), TC_USAGE, cases[i][1]);
  }
}

/* Runs a command line, expects the exit code, and returns the printed text. The next call overwrites the
 * text. */
static const char *printed(const char *line, int code) {
  static char text[20000];
  tc_command_call call;
  FILE *file = tmpfile();
  call_begin(&program, line, &call);
  call.out = file;
  tc_status status = tc_command_call_run(&call);
  cr_assert_eq(tc_command_call_end(&call, status), code, "%s", line);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

#define expect_holds(text, part) cr_assert(strstr(text, part), "no '%s' in:\n%s", part, text)

Test(program, a_command_is_run) {
  cr_assert_str_eq(printed("run a --json x", TC_DONE), "json x\n");
  cr_assert_str_eq(printed("mesh check", TC_DONE), "json none\n");
  cr_assert_str_eq(printed("run a --all", TC_INPUT), "json none\n");
  cr_assert_str_eq(printed("rum", TC_USAGE), "");
  setenv("OMP_NUM_THREADS", "many", 1);
  cr_assert_str_eq(printed("run a", TC_USAGE), "");
}

Test(program, help) {
  const char *text = printed("", TC_USAGE);
  cr_assert_str_eq(text, printed("--help", TC_DONE));
  cr_assert_str_eq(text, printed("help", TC_DONE));
  expect_holds(text, "p: tests options\n\nusage: p COMMAND [ARGUMENTS]\n\n  run       runs\n");
  expect_holds(text, "p --help=completion  completion for bash\n\nExit codes: 0.\n");
  expect_holds(printed("--version", TC_DONE), "p ");
  cr_assert_str_eq(printed("run a -h", TC_DONE),
                   "usage: p run FIRST [SECOND] [-n, --steps N] [--size N] [--order NAME] [--choice NAME]\n"
                   "             [--orders LIST] [--ranks LIST] [--all] [-s KEY=VALUE].. [--json FILE] [-q]\n"
                   "\nAbout run.\n\n"
                   "  SECOND          the second word\n"
                   "  -n, --steps N   time steps, of which a long sentence says so much that it does not fit "
                   "into one\n"
                   "                  line (default: 3)\n"
                   "  --size N        size\n"
                   "  --order NAME    order\n"
                   "  --choice NAME   choice\n"
                   "  --orders LIST   orders\n"
                   "  --ranks LIST    ranks\n"
                   "  --all           all rows\n"
                   "  -s KEY=VALUE    sets a key\n"
                   "  --json FILE     writes JSON\n"
                   "  -q              no progress messages\n"
                   "\nNotes.\n.dot\n\nexample: p run a\n");
  text = printed("mesh --help", TC_DONE);
  expect_holds(text, "usage: p mesh ACTION [ARGUMENTS]\n\nAbout meshes.\n\nusage: p mesh check [-q]\n");
  expect_holds(text, "usage: p mesh list FILE.. [-- PROGRAM [ARGUMENTS]] --key-of-many-letters VALUE");
  expect_holds(text, "\n  --key-of-many-letters VALUE\n                a wide option\n");
  cr_assert_str_eq(printed("run --help=text", TC_USAGE), "");
}

Test(program, manual_page) {
  const char *text = printed("--help=man", TC_DONE);
  expect_holds(text, ".TH p 1 ");
  expect_holds(text, "p \\- tests options\n");
  expect_holds(text, ".SS mesh check\nchecks a mesh\n");
  expect_holds(text, ".TP\n.B \\-n, \\-\\-steps N\ntime steps, of which");
  expect_holds(text, "\n\\&.dot\n");
  cr_assert_not(strstr(text, "\\-\\-old"));
}

Test(program, completion) {
  const char *text = printed("run --help=completion", TC_DONE);
  expect_holds(text, "_p() {\n  local words='run list mesh --help --version'\n");
  expect_holds(text, "    'run '*) words='--steps --size ");
  expect_holds(text, "    'mesh check'*) words='-q --help' ;;\n");
  expect_holds(text, "    'mesh '*) words='check list --help' ;;\n");
  expect_holds(text, "complete -o default -F _p p\n");
}
