/* Finds the effects of library functions. Called by the points-to analysis (blame/extract) and by the
 * computation of call effects (blame/closure). externals.def includes four lists, each sorted by name. A
 * lookup searches one list after another. A description of effects is parsed on each lookup. */
#include "blame/facts/externals.h"

#include <ctype.h>
#include <string.h>

#include "base/containers/search.h"

typedef struct external_entry {
  const char *name, *summary;
  tb_external_kind kind;
} external_entry;

static const external_entry external_entries[] = {
#define TB_EXTERNAL(name, effects, kind) {#name, effects, TB_EXTERNAL_##kind},
#include "blame/facts/externals.def"
#undef TB_EXTERNAL
};

TC_REGISTRY_NAMED_ITEMS(tb_external_registry, external_entries);

/* Parses one operand of an effect, such as "0", "*1", "2+" or "r". Returns false if the syntax is invalid. */
static bool parse_operand(const char **at, tb_external_operand *out) {
  *out = (tb_external_operand){0};
  out->is_dereferenced = **at == '*';
  if (out->is_dereferenced) ++*at;
  if (**at == 'r') {
    out->argument = TB_EXTERNAL_RETURN;
    ++*at;
    return true;
  }
  if (!isdigit((unsigned char)**at)) return false;
  while (isdigit((unsigned char)**at) && out->argument < 100)
    out->argument = 10 * out->argument + *(*at)++ - '0';
  out->and_following = **at == '+';
  if (out->and_following) ++*at;
  return true;
}

static bool parse_inputs(const char **at, tb_external_effect *out) {
  if (**at == '\0' || **at == ';')
    return true; /* There is no input: the written value depends on no argument. */
  do {
    if (out->inputs == TB_EXTERNAL_OPERANDS_MAX || !parse_operand(at, &out->input[out->inputs++]))
      return false;
  } while (**at == ',' && ++*at);
  return true;
}

static bool parse_returned_argument(const char **at, const tb_external_operand *written, tb_external *out) {
  tb_external_operand operand;
  if (written->is_dereferenced || written->argument != TB_EXTERNAL_RETURN) return false;
  if (!parse_operand(at, &operand) || operand.is_dereferenced || operand.and_following ||
      operand.argument < 0)
    return false;
  out->returned_argument = operand.argument;
  return true;
}

static bool parse_effect(const char **at, tb_external *out) {
  tb_external_effect effect = {0};
  if (!parse_operand(at, &effect.written)) return false;
  const char sign = *(*at)++;
  if (sign == '=') return parse_returned_argument(at, &effect.written, out);
  if (sign != '<' || out->effects == TB_EXTERNAL_EFFECTS_MAX || !parse_inputs(at, &effect)) return false;
  out->effect[out->effects++] = effect;
  return true;
}

bool tb_external_parse(const char *effects, tb_external *out) {
  *out = (tb_external){.returned_argument = -1};
  while (*effects) {
    if (!parse_effect(&effects, out)) return false;
    if (*effects == ';')
      effects += 1 + (effects[1] == ' ');
    else if (*effects)
      return false;
  }
  return true;
}

enum {
#define TB_EXTERNAL(name, effects, kind) +1
  COUNT_C = 0
#include "blame/facts/externals_c.def"
  ,
  COUNT_MATH = 0
#include "blame/facts/externals_math.def"
  ,
  COUNT_MPI = 0
#include "blame/facts/externals_mpi.def"
#undef TB_EXTERNAL
};

static int find_external(const char *name) {
  static const int end[] = {COUNT_C, COUNT_C + COUNT_MATH, COUNT_C + COUNT_MATH + COUNT_MPI,
                            (int)(sizeof external_entries / sizeof *external_entries)};
  for (size_t list = 0; list < sizeof end / sizeof *end; list++) {
    const external_entry *sorted = list > 0 ? &external_entries[end[list - 1]] : external_entries;
    const int count = end[list] - (int)(sorted - external_entries);
    int at;
    TC_SEARCH(at, count, strcmp(sorted[at].name, name) < 0);
    if (at < count && strcmp(sorted[at].name, name) == 0) return (int)(sorted - external_entries) + at;
  }
  return -1;
}

bool tb_external_find(const char *name, tb_external *out) {
  const int found = find_external(name);
  if (found < 0 || !tb_external_parse(external_entries[found].summary, out)) return false;
  out->name = external_entries[found].name;
  out->kind = external_entries[found].kind;
  return true;
}
