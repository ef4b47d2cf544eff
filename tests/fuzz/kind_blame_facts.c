/* Text form of facts, the result of tcblame's static analysis. */
#include "blame/closure/closure.h"
#include "blame/profile/allocation_name.h"
#include "fuzz/kinds.h"

static const char *const texts[] = {
    "tcblame-facts 2\nmade compiler \"clang\" inputs 0123456789abcdef failed 1\n"
    "file path \"/a.c\" hash 0123456789abcdef\nfile path \"/b.c\" hash 0123456789abcdef\n"
    "target name \"g\" member \"s.g\" file 1 signature \"t\"\n"
    "function name \"f\" file 0 line 1 last 9 signature \"v\"\nparameter name \"y\"\nparameter name \"n\"\n"
    "place of parameter name \"y\" path \"[]\" type \"double\" member \"s.y[]\" line 1 followed 1\n"
    "place of local name \"i\" type \"int\" line 2\n"
    "place of call number 2 name \"q\" path \"->a->b->c->d->e\" followed 9\n"
    "pointer place 1 leads 0,2\n"
    "define is store at 2:3 writes 1 enters 1 spots 2:3,2:7@1\n"
    "define is branch at 3:3 from 0 spots 3:3 jumps 5:1,6:3@1\n"
    "define is call at 4:3 reads 0 from 0 under 1 conditional callee \"g\" static 1 signature \"t\" spots "
    "4:3\n"
    "argument pointer leads 0,2\nargument reads 1 enters 1\n"
    "define is call at 5:3 through \"s.g\" signature \"t\" spots 5:3\nargument pointer leads 2\npointed "
    "reads 0\n"
    "function name \"g\" file 1 line 3 last 4 static signature \"t\"\nparameter name \"s\"\n"
    "place of parameter name \"s\" path \"->next->next\" type \"s\" member \"s.next\" line 1 followed 3\n"
    "place of return name \"return\"\nplace of global name \"v\" path \".x[]\"\n"
    "define is store at 3:3 writes 0,2 reads 0,2 enters 0 spots 3:3\nargument pointer leads 0\n"
    "define is call at 3:5 reads 0 callee \"g\" static 1 signature \"t\" spots 3:5\nargument pointer leads "
    "0\n"
    "define is return at 4:1 writes 1 from 1 spots 4:1\nargument pointer from 1 leads 0\nend\n",
};

static const char *const words[] = {
    "-1",
    "2147483647",
    "99999999999",
    "0,1,2",
    "0,",
    "@1",
    "reads 0",
    "writes 0",
    "under 1",
    "from 2",
    "leads 0",
    "conditional",
    "place of",
    "call",
    "\"",
    "\\",
    "\n",
    "end\n",
    "number 2",
    "followed 99",
    "path \"[][]->x...\"",
    "function name",
    "define is store at 1:1\n",
    NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

/* Appends three frames to the call stack of an allocation. Each frame is at the position of a definition
 * in its function. */
static void add_frames(const tb_facts *facts, uint64_t number, tb_call_stack *trace) {
  for (int k = 0; k < 3 && facts->functions > 0; k++) {
    const tb_function *f = &facts->function[(number + (uint64_t)k) % (uint64_t)facts->functions];
    const tb_source_position none = {f->line, 0, f->file},
                             at = f->definitions ? f->definition[number / 3 % (uint64_t)f->definitions].at
                                                 : none;
    trace->frame[trace->frames++] = (tb_frame){.function = f->name,
                                               .file = facts->file[at.file].path,
                                               .line = at.line,
                                               .column = at.column,
                                               .module = "program",
                                               .facts = f};
  }
}

static tc_status find_origin(const tb_facts *facts, uint64_t number) {
  static tb_call_stack trace;
  tc_map names = {0};
  tb_allocation_name origin;
  trace = (tb_call_stack){.user_frame = 1};
  trace.frame[trace.frames++] = (tb_frame){.function = "malloc", .module = "libc.so.6"};
  add_frames(facts, number, &trace);
  const tc_status status = tb_allocation_name_find(facts, &trace, &names, &origin);
  tc_map_free(&names);
  return status;
}

/* If the parser accepts the facts, the closure (summaries of all functions) and the name of an allocation
 * must be computed without a crash. */
static bool use(const mutant *m, uint64_t number) {
  tb_facts *facts = NULL;
  tc_status status = tb_facts_parse("facts", m->text, &facts);
  const bool one = (status == NULL) != (facts == NULL);
  if (facts && !status)
    status = tb_facts_compute_closure(facts, number % 2 ? TB_TRANSFER_FULL : TB_TRANSFER_CERTAIN, NULL, NULL);
  if (facts && !status) status = find_origin(facts, number);
  tb_facts_destroy(&facts);
  return is_proper(&status, TC_INPUT, "facts:") && one;
}

/* The closure combines access paths with calls, so it needs much more memory than the facts. */
enum { room = 512 << 10 };

const kind kind_blame_facts = {"blame-facts", 1, NULL, words, begin, use, .room = room};
