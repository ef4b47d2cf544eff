/* Texts that are not valid configs, by accident or because an attacker wrote them. */
#include <stdio.h>
#include <stdlib.h>

#include "io/config/configs.h"

Test(config, files_that_are_no_configs) {
  expect_message(outcome_of(""), "run.yaml: is empty: add at least mesh.file and initial");
  expect_message(outcome_of("# nothing\n"), "run.yaml: is empty: add at least mesh.file and initial");
  expect_error(outcome_of("- a\n- b\n"), TC_USAGE,
               "run.yaml:1: expected a mapping, for example {title: ..}; its keys are title, mesh");
  expect_error(outcome_of("just text\n"), TC_USAGE,
               "run.yaml:1: expected a mapping, for example {title: ..}; its keys are title, mesh");
  expect_error(outcome_of("a: 1\nb: \xff\xfe\n"), TC_USAGE, "run.yaml:2: is not UTF-8");
  expect_error(outcome_of("\x7f"
                          "ELF\x02\x01"),
               TC_USAGE, "run.yaml:1: contains a control character");
  expect_error(outcome_of("mesh:\n\tfile: a\n"), TC_USAGE, "run.yaml:2: invalid YAML at column 1: tab");
  expect_error(outcome_of(MINIMAL "---\na: 1\n"), TC_USAGE, "several YAML documents");
  expect_error(outcome_of(MINIMAL "title: &a x\nexact: *a\n"), TC_USAGE, "run.yaml:4: aliases");
  expect_error(outcome_of(MINIMAL "title: !!str x\n"), TC_USAGE, "run.yaml:3: tags");
  expect_error(outcome_of(MINIMAL "title: \"a\\0b\"\n"), TC_USAGE,
               "run.yaml:3: contains a control character");
  expect_error(outcome_of(MINIMAL "[a]: 1\n"), TC_USAGE, "a key must be a word");
  expect_error(outcome_of(MINIMAL "title: 'open\n"), TC_USAGE, "run.yaml:3: invalid YAML");
  accept("time:\n  steps:\nboundary:\ntitle: ~\nthreads: null\n");
  expect_ok(outcome_of("\xef\xbb\xbfmesh: {file: a}\r\ninitial: 0\r\ntitle: \xc3\xa9\r\n"));
}

Test(config, keys_that_are_no_words) {
  refuse("? [a, b]\n: 1\n", "a key must be a word");
  refuse("? {a: [{b: c}]}\n: 1\n", "a key must be a word");
  refuse("\"\": 6\n", "a key must be a word");
  refuse("\"two\\nlines\": 6\n", "a key must be a word");
  expect_error(outcome_of(MINIMAL "time:\n  steps: 1\n  ? - - x\n  : 1\n"), TC_USAGE,
               "run.yaml:5: a key must be a word");
}

/* A terminal would execute control characters if a message printed them. The parser therefore refuses them
 * in every notation of YAML. */
Test(config, control_characters) {
  refuse("title: \"a\\e[31mb\"\n", "contains a control character");
  refuse("title: \"a\\x7f\"\n", "contains a control character");
  refuse("title: \"a\\u009b31m\"\n", "contains a control character");
  refuse("title: \"a\\0\"\n", "contains a control character");
  refuse("title: a\xc2\x9b\n", "contains a control character");
  accept("title: \"tab\\tand\\nline, \\u00a0\\u00e9\"\n");
}

static char *repeat_text(const char *before, const char *format, int times, const char *after) {
  char *text = malloc((size_t)times * 32 + 256);
  size_t n = (size_t)sprintf(text, "%s", before);
  for (int i = 0; i < times; i++) n += (size_t)sprintf(text + n, format, i);
  sprintf(text + n, "%s", after);
  return text;
}

/* A config may contain only one kind of YAML directive, which is %YAML. */
Test(config, yaml_version) {
  expect_ok(outcome_of("%YAML 1.1\n---\n" MINIMAL));
  expect_ok(outcome_of("%YAML 1.2\r\n---\n" MINIMAL));
  expect_error(outcome_of("%YAML 1.1 # mine\n---\n%TAG ! x\n" MINIMAL), TC_USAGE, "run.yaml:1: directives");
}

/* The parser compares each key with all others, so it would need minutes for these texts. The number of
 * keys and values is therefore limited. */
Test(config, endless_texts) {
  static const struct {
    const char *before, *format, *after, *why;
  } hostile[] = {
      {MINIMAL, "k%d: 1\n", "", "more than 5000 keys and values"},
      {MINIMAL "time: {", "k%d: 1, ", "}\n", "more than 5000 keys and values"},
      {MINIMAL "title:\n", "- &a%d 1\n", "", "more than 5000 keys and values"},
      {MINIMAL "title:\n", "- %d\n", "", "more than 5000 keys and values"},
      {MINIMAL "? {", "k%d: 1, ", "}\n: 1\n", "more than 5000 keys and values"},
      {"", "%%TAG !a%d! tag:x\n", "---\na: 1\n", "directives"},
      {"", "%%%%%%%%%%%%%%%%", "\na: 1\n", "directives"},
      {"%YAML 1.1", "%%%%%%%%%%%%%%%%", "\na: 1\n", "directives"},
      {"", "---\na%d: 1\n", "", "more than 5000 keys and values"},
  };
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
    char *text = repeat_text(hostile[i].before, hostile[i].format, 60000, hostile[i].after);
    expect_error(outcome_of(text), TC_USAGE, hostile[i].why);
    free(text);
  }
}

/* A config that uses many features. The test truncates it at every byte and replaces every byte. Each
 * result must be accepted or refused with one line, and must never crash the parser. */
static const char *const sample = "title: \"A\\u00e9\"   # c\n"
                                  "mesh:\n  file: meshes/ventricle\n"
                                  "order: {method: metis, block: 0}\n"
                                  "diffusion:\n  tensor: [1, 2, 3, 0.1, -0.1, 1e-1]\n  regions: []\n"
                                  "boundary:\n  default: {kind: flux, value: 0}\n"
                                  "initial: \"exp(-((x-8)^2+y^2+z^2)/4)\"\n"
                                  "exact: |\n  x +\n  t\n"
                                  "time: {steps: 10, dt: auto, end: null}\n";

static void parse_text(const char *text) {
  tc_status status = outcome_of(text);
  if (status) {
    cr_assert_eq(tc_status_code(status), TC_USAGE, "%s", tc_status_text(status));
    cr_assert_eq(strncmp(tc_status_text(status), "run.yaml", 8), 0, "%s", tc_status_text(status));
    cr_assert(!strchr(tc_status_text(status), '\n'), "%s", tc_status_text(status));
  }
  tc_status_free(&status);
}

Test(config, truncations) {
  expect_ok(outcome_of(sample));
  char text[1024];
  for (size_t cut = 0; cut < strlen(sample); cut++) {
    snprintf(text, sizeof text, "%.*s", (int)cut, sample);
    parse_text(text);
  }
}

Test(config, mutations) {
  static const char bytes[] = "\n\t [{]}:'\"#-&*!|>%@`.,0\xc3\x01";
  char text[1024];
  for (size_t at = 0; at < strlen(sample); at++)
    for (size_t b = 0; b < sizeof bytes - 1; b++) {
      snprintf(text, sizeof text, "%s", sample);
      text[at] = bytes[b];
      parse_text(text);
    }
}

/* Deep nesting must not exhaust the stack. */
Test(config, depth) {
  enum { n = 100000 };
  char *text = malloc(n + 32);
  memcpy(text, "title: ", 7);
  memset(text + 7, '[', n);
  text[7 + n] = '\0';
  expect_error(outcome_of(text), TC_USAGE, "run.yaml:1: contains more than 5000");
  memset(text + 7 + 1000, ']', 1000);
  text[7 + 2000] = '\0';
  expect_error(outcome_of(text), TC_USAGE, "run.yaml:1: invalid YAML at column 70: Max depth");
  free(text);
}
