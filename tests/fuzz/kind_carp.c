/* Text meshes of openCARP: files of points, elements and fibres. */
#include <string.h>
#include <unistd.h>

#include "fuzz/kinds.h"
#include "fuzz/raw_mesh_rules.h"
#include "io/importers/importer.h"

enum { parts = 3 };

static const char *const endings[parts] = {".pts", ".elem", ".lon"};

static const char *const texts[][parts] = {
    {"5\n0 0 0\n1e3 0 0\n0 1e3 0\n0 0 1e3\n1e3 1e3 1e3\n", "3\nTt 0 1 2 3 7\nTt 1 2 3 4 8\nTr 0 1 2 4\n",
     "2\n1 0 0 0 1 0\n0 0 0 0 0 0\n0 0 1 0 1 0\n"},
    {"# points\r\n8\r\n0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n0 0 1\r\n0 1 1\r\n1 1 1\r\n1 0 1\r\n",
     "6\nHx 0 1 2 3 4 5 6 7\nPr 0 1 2 3 4 5\nPy 0 1 2 3 4\nQd 0 1 2 3\nLn 0 1\nCx 6 7\n",
     "1\n1 0 0\n0 1 0\n0 0 1\n1 0 0\n0 0 0\n1 1 1\n"},
};

static const char *const words[] = {"Tt",
                                    "Hx",
                                    "Tt 0 1 2 3 7\n",
                                    "Tr 0 1 2\n",
                                    "Oc",
                                    "tt",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "99999999999999999999",
                                    "2147483647",
                                    "4294967296",
                                    "-1",
                                    "0",
                                    "1",
                                    "2",
                                    "7",
                                    "1.0",
                                    "1e308",
                                    "1e999",
                                    "nan",
                                    "inf",
                                    "0,5",
                                    "0x10",
                                    "\xef\xbb\xbf",
                                    "#",
                                    "\n",
                                    "\r",
                                    " ",
                                    NULL};

static void begin(dice *d, mutant m[parts]) {
  const char *const *text = texts[roll(d, sizeof texts / sizeof *texts)];
  for (int p = 0; p < parts; p++) mutant_set(&m[p], text[p]);
}

/* Reads and converts a mesh. Every second input has no file of fibres. */
static bool use(const mutant m[parts], uint64_t number) {
  char path[parts][MUTATE_PATH], base[MUTATE_PATH];
  const int used = number % 2 ? parts : parts - 1;
  bool good = true;
  tc_raw_mesh *raw = NULL;
  for (int p = 0; p < used; p++) good = mutant_write(&m[p], endings[p], path[p]) && good;
  mutant_base(base);
  tc_status status = tc_importer_find("carp")->read(path[0], &(tc_import_options){0}, NULL, &raw);
  for (int p = 0; p < used; p++) unlink(path[p]);
  good = good && (status ? raw == NULL : raw_mesh_is_valid(raw));
  tc_raw_mesh_destroy(&raw);
  return is_proper(&status, TC_INPUT, base) && good;
}

const kind kind_carp = {"carp", parts, endings, words, begin, use, .room = KIND_LITTLE};
