/* Compilation databases (compile_commands.json), which `tcblame analyze` reads. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/compile_commands.h"
#include "fuzz/kinds.h"

static const char list[] = "/compile_commands.json";

static const char *const texts[] = {
    "[\n{\n  \"directory\": \"/b\",\n  \"command\": \"/usr/bin/cc -DX=\\\\\\\"a b\\\\\\\" -Iinc -O3 -fopenmp "
    "-o a.o "
    "-c /s/a.c\",\n  \"file\": \"/s/a.c\"\n},\n{\n  \"directory\": \"/b\",\n  \"arguments\": [\"ccache\", "
    "\"cc\", "
    "\"-I\", \"inc\", \"-c\", \"b.c\"],\n  \"file\": \"b.c\"\n},\n{ \"directory\": \"/b\", \"command\": "
    "\"c++ -c "
    "c.cpp\", \"file\": \"c.cpp\" }\n]\n",
    "[]\n",
    "%\357\241\273\277[]\n",
};

static const char *const words[] = {
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\",
    "\\\"",
    "\\u0000",
    "'",
    ",",
    ":",
    "null",
    "1e9",
    "\"file\": ",
    "\"command\": ",
    "\"arguments\": ",
    "\"a.c\"",
    "-o",
    "-MF",
    "-I",
    "-x",
    "ccache",
    "@file",
    "&a",
    "*a",
    "!!str",
    "<<: ",
    "\xef\xbb\xbf",
    "---\n",
    "# ",
    NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

/* True if the parser has found the name of each file in the file's command. */
static bool are_whole(const tb_compilations *c) {
  bool whole = c->count >= 0 && c->skipped >= 0;
  for (int i = 0; i < c->count; i++) {
    const tb_compilation *of = &c->item[i];
    const char *slash = strrchr(of->file, '/'), *name = slash ? slash + 1 : of->file;
    bool named = false;
    for (int w = 0; of->argv[w]; w++) named = named || strstr(of->argv[w], name);
    whole = whole && of->folder && named;
  }
  return whole;
}

static bool use(const mutant *m, uint64_t number) {
  char path[MUTATE_PATH], folder[MUTATE_PATH];
  tb_compilations found;
  (void)number;
  mutant_base(folder);
  if (mkdir(folder, 0700) != 0) return false;
  bool good = mutant_write(m, list, path);
  tc_status status = tb_compilations_read(folder, &found);
  good = good && (status || are_whole(&found));
  tb_compilations_clear(&found);
  unlink(path);
  rmdir(folder);
  return is_proper(&status, TC_INPUT, path) && good;
}

/* libfyaml allocates up to 200 bytes per byte of input. An input has at most 16 kB, so 4 MiB suffice. */
const kind kind_blame_compilations = {"compilations", 1, NULL, words, begin, use, .room = 4 << 20};
