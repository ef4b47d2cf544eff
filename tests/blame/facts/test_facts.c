/* Fact files: reading, writing, rejection of invalid text, and finding the function that contains a line. */
#include "blame/facts/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "support/expect.h"

static const char text[] =
    "tcblame-facts 2\n"
    "made compiler \"clang \\\"14\\\" \\\\\" inputs 0123456789abcdef failed 2\n"
    "file path \"/s/a.c\" hash 00000000000000aa\n"
    "file path \"/s/with blank.h\" hash 00000000000000bb\n"
    "target name \"multiply\" member \"tc_strategy.multiply\" file 0 signature \"void (double*)\"\n"
    "function name \"f\" file 0 line 10 last 20 static signature \"double (double*, i32)\"\n"
    "parameter name \"y\"\n"
    "parameter name \"n\"\n"
    "place of parameter name \"y\" path \"[]\" type \"double\" member \"s.y[]\" line 10 followed 1\n"
    "place of local name \"i\" type \"int\" line 11\n"
    "place of return name \"return\" type \"double\"\n"
    "place of global name \"total\" file \"/s/a.c\" hidden\n"
    "pointer place 3 leads 0,1\n"
    "define is store at 12:3 writes 1 enters 1 spots 12:3,12:7@1\n"
    "define is branch at 13:3 from 0 spots 13:3 jumps 17:1,9:2@1\n"
    "define is call at 14:3 in\n";

static const char rest[] =
    "define is call at 14:3 reads 0,3 from 0 under 1 conditional callee \"g\" static 1 signature \"void ()\" "
    "spots "
    "14:3\n"
    "argument pointer leads 0\n"
    "argument reads 3 from 0 enters 1\n"
    "define is call at 15:3 through \"tc_strategy.multiply\" signature \"void ()\" spots 15:3\n"
    "pointed reads 3\n"
    "define is return at 16:3 writes 2 from 2 spots 16:3\n"
    "argument from 2\n"
    "function name \"main\" file 0 line 30 last 31 signature \"i32 ()\"\n"
    "end\n";

/* Joins `text`, without its last line, which is incomplete, and `rest`. */
static void make_text(char *out, size_t room) {
  const char *broken = strstr(text, "define is call");
  snprintf(out, room, "%.*s%s", (int)(broken - text), text, rest);
}

enum { room = 4096 };

static tb_facts *facts_of(const char *of) {
  tb_facts *facts = NULL;
  expect_ok(tb_facts_parse("facts", of, &facts));
  return facts;
}

Test(facts, all_of_a_text_is_there) {
  char whole[room];
  make_text(whole, room);
  tb_facts *facts = facts_of(whole);
  cr_assert_eq(facts->functions, 2);
  const tb_function *f = &facts->function[0];
  const tb_definition *call = &f->definition[2];
  cr_expect_str_eq(facts->compiler, "clang \"14\" \\");
  cr_expect(facts->files == 2 && facts->targets == 1 && facts->units_failed == 2 && !facts->has_closure);
  cr_expect(f->access_paths == 4 && f->definitions == 5 && f->parameters == 2 && f->is_static);
  cr_expect_str_eq(f->access_path[0].member, "s.y[]");
  cr_expect(f->access_path[0].pointer_steps == 1 && f->access_path[3].is_hidden &&
            f->access_path[1].path[0] == '\0');
  cr_expect(f->pointers == 1 && f->pointer[0].targets.count == 2);
  cr_expect(f->definition[0].positions == 2 && f->definition[0].position[1].file == 1 &&
            f->definition[0].position[1].column == 7);
  cr_expect(call->arguments == 2 && call->callee_file == 1 && call->is_conditional &&
            call->controlling_branches.count == 1);
  cr_expect(call->argument[0].is_pointer && call->argument[0].targets.item[0] == 0 &&
            !call->argument[1].is_pointer);
  cr_expect(f->definition[3].callee == NULL && f->definition[3].callee_inputs.reads.item[0] == 3);
  cr_expect_eq(f->definition[4].argument[0].inputs.definitions.item[0], 2);
  tb_facts_destroy(&facts);
  tb_facts_destroy(&facts);
}

static char *text_of(const tb_facts *facts) {
  char path[] = "/tmp/tetracast-facts-XXXXXX", *out = NULL;
  const int file = mkstemp(path);
  expect_ok(tb_facts_write(facts, path));
  expect_ok(tc_file_read_text(path, 1 << 20, TC_INPUT, &out));
  close(file);
  unlink(path);
  return out;
}

Test(facts, what_is_written_is_what_was_read) {
  char whole[room];
  make_text(whole, room);
  tb_facts *facts = facts_of(whole);
  char *written = text_of(facts);
  cr_expect_str_eq(written, whole);
  tc_free(written);
  tb_facts_destroy(&facts);
}

Test(facts, come_sorted_whatever_the_order_of_units) {
  tb_facts *facts =
      facts_of("tcblame-facts 2\nmade\n"
               "file path \"/b.c\" hash 00000000000000bb\nfile path \"/a.c\" hash 00000000000000aa\n"
               "target name \"h\" file 0 signature \"s\"\ntarget name \"h\" file 1 signature \"s\"\n"
               "function name \"z\" file 0 line 3 last 3\n"
               "define is branch at 3:1 spots 3:1,9:2@1\n"
               "function name \"y\" file 0 line 2 last 2\nfunction name \"x\" file 1 line 7 last 8\n"
               "end\n");
  char *written = text_of(facts);
  cr_expect_str_eq(written,
                   "tcblame-facts 2\nmade\n"
                   "file path \"/a.c\" hash 00000000000000aa\nfile path \"/b.c\" hash 00000000000000bb\n"
                   "target name \"h\" file 0 signature \"s\"\ntarget name \"h\" file 1 signature \"s\"\n"
                   "function name \"x\" file 0 line 7 last 8\nfunction name \"y\" file 1 line 2 last 2\n"
                   "function name \"z\" file 1 line 3 last 3\n"
                   "define is branch at 3:1 spots 3:1,9:2@0\nend\n");
  tc_free(written);
  tb_facts_destroy(&facts);
}

/* Replaces `piece` by `by` in the complete text and expects the parser to reject the result with `reason`. */
static void expect_refused(const char *piece, const char *by, const char *reason) {
  char whole[room], changed[room];
  tb_facts *facts = NULL;
  make_text(whole, room);
  const char *at = strstr(whole, piece);
  cr_assert_not_null(at, "'%s' is not in the text", piece);
  snprintf(changed, room, "%.*s%s%s", (int)(at - whole), whole, by, at + strlen(piece));
  expect_error(tb_facts_parse("facts", changed, &facts), TC_INPUT, reason);
  cr_expect_null(facts);
}

Test(facts, numbers_that_point_nowhere_are_refused) {
  expect_refused("writes 1", "writes 4", "facts:23: definition writes a missing access path");
  expect_refused("enters 1", "enters 3", "input refers to a missing access path");
  expect_refused("from 0", "from 5", "input refers to a missing access path");
  expect_refused("under 1", "under 5", "controlling branch refers to a missing definition");
  expect_refused("12:7@1", "12:7@2", "source position refers to a missing file");
  expect_refused("static 1", "static 2", "callee refers to a missing file");
  expect_refused("leads 0\n", "leads 4\n", "argument refers to a missing access path");
  expect_refused("pointer place 3", "pointer place 4", "stored pointer refers to a missing access path");
  expect_refused("leads 0,1", "leads 0,4", "stored pointer refers to a missing access path");
  expect_refused("pointed reads 3", "pointed reads 9", "input refers to a missing access path");
  expect_refused("parameter name \"y\" path", "parameter number 3 name \"y\" path",
                 "access path refers to a missing parameter");
  expect_refused("file 0 line 10", "file 2 line 10", "function refers to a missing file");
  expect_refused("last 20", "last 9", "invalid line range");
  expect_refused("member \"tc_strategy.multiply\" file 0", "file 7",
                 "pointer target refers to a missing file");
}

Test(facts, texts_that_are_none_are_refused) {
  expect_refused("tcblame-facts 2", "tcblame-facts 3", "facts:1: facts of another version");
  expect_refused("tcblame-facts", "facts", "facts:1: not a file of facts");
  expect_refused("end\n", "", "line 'end' is missing");
  expect_refused("is store", "is shop", "facts:14: unknown value");
  expect_refused("writes 1", "writes 1,", "number in a list is missing");
  expect_refused("writes 1", "writes 1x", "list of numbers contains other text");
  expect_refused("writes 1", "scribbles 1", "unknown key");
  expect_refused("line 10", "line 99999999999", "number is missing or too large");
  expect_refused("\"/s/a.c\"", "\"/s/a.c", "closing quote is missing");
  expect_refused("00000000000000aa", "aa", "hash does not have 16 digits");
  expect_refused("12:7@1", "12", "source position is not LINE:COLUMN");
  expect_refused("callee \"g\"", "", "call without callee");
  expect_refused("end\n", "end\nend\n", "line of unknown kind");
}

Test(facts, files_that_cannot_be_read_are_named) {
  tb_facts *facts = NULL;
  expect_error(tb_facts_read("/nowhere/facts", &facts), TC_INPUT, "/nowhere/facts: cannot be opened");
}

Test(facts, a_line_is_in_the_innermost_function) {
  tb_facts *facts =
      facts_of("tcblame-facts 2\nmade\n"
               "file path \"/s/lib/a.c\" hash 00000000000000bb\nfile path \"/s/b.c\" hash "
               "00000000000000aa\n"
               "function name \"f\" file 0 line 3 last 9\nfunction name \"g\" file 0 line 5 last 5\n"
               "function name \"h\" file 0 line 5 last 5\nend\n");
  cr_expect_str_eq(tb_facts_find_function(facts, "/s/lib/a.c", 3, NULL)->name, "f");
  cr_expect_str_eq(tb_facts_find_function(facts, "/s/lib/a.c", 5, NULL)->name, "g");
  cr_expect_str_eq(tb_facts_find_function(facts, "/s/lib/a.c", 5, "h")->name, "h");
  cr_expect_str_eq(tb_facts_find_function(facts, "/elsewhere/lib/a.c", 9, NULL)->name, "f");
  cr_expect_null(tb_facts_find_function(facts, "/elsewhere/a.c", 9, NULL));
  cr_expect_null(tb_facts_find_function(facts, "/s/lib/a.c", 10, NULL));
  cr_expect_null(tb_facts_find_function(facts, "/s/b.c", 3, NULL));
  cr_expect_null(tb_facts_find_function(facts, "/s/lib/a.c", 3, "h"));
  tb_facts_destroy(&facts);
}

static void write_source(const char *path, const char *content) {
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  fputs(content, file);
  fclose(file);
}

Test(facts, a_source_that_changed_is_named) {
  char path[] = "/tmp/tetracast-source-XXXXXX", dotted[64];
  const int file = mkstemp(path);
  int number = -1;
  tb_facts *facts = NULL;
  expect_ok(tb_facts_create(&facts));
  write_source(path, "int a;\n");
  snprintf(dotted, sizeof dotted, "/tmp/x/.././%s", path + strlen("/tmp/"));
  expect_ok(tb_facts_add_file(facts, path, &number));
  expect_ok(tb_facts_add_file(facts, dotted, &number));
  cr_expect(number == 0 && facts->files == 1);
  expect_ok(tb_facts_check_sources(facts, NULL));
  write_source(path, "int b;\n");
  expect_error(tb_facts_check_sources(facts, NULL), TC_INPUT, "has changed since it was analysed");
  expect_ok(tb_facts_check_sources(facts, &(tc_bit_set){0}));
  close(file);
  unlink(path);
  expect_ok(tb_facts_check_sources(facts, NULL));
  tb_facts_destroy(&facts);
}

Test(facts, a_function_of_a_header_is_taken_once) {
  tb_facts *facts = NULL;
  const tb_function f = {.name = "f", .line = 3, .last_line = 4}, g = {.name = "f", .file = 1, .line = 3};
  int number = -1;
  expect_ok(tb_facts_create(&facts));
  cr_expect(!tb_facts_has_function(facts, "f", 0, 3));
  expect_ok(tb_facts_add_function(facts, &f, &number));
  expect_ok(tb_facts_add_function(facts, &g, &number));
  expect_ok(tb_facts_add_function(facts, &f, &number));
  cr_expect(number == 0 && facts->functions == 2 && tb_facts_has_function(facts, "f", 0, 3));
  tb_facts_destroy(&facts);
}
