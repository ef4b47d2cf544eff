/* Tables of config keys that are nested: lists of mappings, values of several forms, and lists of lists. */
#include "fuzz/kinds.h"
#include "yaml/nested.h"

static const char *const texts[] = {
    "title: heart\nboundary:\n  markers:\n  - {marker: -5, kind: value}\n  - marker: 2\n    kind: exchange\n"
    "    exchange:\n      h: 0.5\n  - exchange: {h: 1, outside: 0.25}\n    marker: 3\n"
    "probes: [[1, 0.5, 0], [-1, 0, 1]]\nfibres: {along: 2, across: 3, direction: {file: f.txt}}\n",
    "regions:\n- {region: 1}\n- {region: 2, tensor: 2.5}\n- region: 3\n  tensor:\n  - 1\n  - -2e0\n-\n"
    "  region: 4\n  tensor: {across: 7, along: 9}\n- {region: 5, tensor: x*y}\n",
};

static const char *const words[] = {
    "-1",         "0",          "1e999",       "nan",       "null",
    "~",          "''",         "[",           "]",         "{",
    "}",          "[]",         "{}",          "- ",        "-\n",
    "- - ",       "\n  ",       "marker",      "marker: ",  "exchange.h: 1",
    "tensor: ",   "along: ",    "region: 7",   "[0, 0, 0]", "[[0, 0, 0]]",
    "{along: 1}", "title: x\n", "probes:\n- ", "&a",        "*a",
    "# ",         "value",      NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

/* True if all accepted values are in their ranges. */
static bool is_sound(const body *b) {
  bool sound = !b->probes.count || b->probes.item[b->probes.count - 1][2] <= 1.0;
  for (int i = 0; i < b->boundary.markers.count; i++)
    sound = sound && b->boundary.markers.item[i].marker >= -5 && b->boundary.markers.item[i].marker <= 5;
  for (int i = 0; i < b->regions.count; i++) {
    const region *r = &b->regions.item[i];
    sound = sound && r->region >= 1 && r->where && r->tensor.form >= NUMBER && r->tensor.form <= FORMULA;
    if (r->tensor.form == FORMULA) sound = sound && r->tensor.formula;
  }
  return sound;
}

static bool use(const mutant *m, uint64_t number) {
  (void)number;
  tc_yaml_store store = {0};
  body b;
  tc_status status = read_body(&store, m->text, &b);
  const bool sound = status || is_sound(&b);
  tc_yaml_store_free(&store);
  return is_proper(&status, TC_USAGE, "b.yaml") && sound;
}

const kind kind_nested = {"nested", 1, NULL, words, begin, use, .room = KIND_TREE};
