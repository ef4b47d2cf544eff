/* YAML files that describe loop nests. */
#include "fuzz/kinds.h"
#include "loops/loop_file.h"

static const char *const texts[] = {
    "name: matrix\nsummary: x\nvalues: {N: 24, C: 0}\narrays:\n  A: {size: [N, N], block: "
    "'C*N+(1-C)*(N*N/T)'}\n"
    "  B: {size: [N, N], block: 1}\nintervals:\n- loop: [{i: [0, N]}, {j: [0, N]}, {k: [0, N]}]\n"
    "  affinity: A[i][0]\n  references:\n  - write: A[i][j]\n  - read: B[k][j]\n  - read: A[i][k]\n",
    "arrays: {t: {size: [100]}, u: {size: [9], block: indefinite, owner: 'T-1'}}\nintervals:\n"
    "- {loop: [{i: [0, 50]}], references: [{update: 't[random(x)]'}]}\n"
    "- {loop: [{i: [1, 3]}], references: [{read: 'u[2*i-1]'}, {write: 'u[8-i]'}]}\n",
};

static const char *const words[] = {
    "9223372036854775807",
    "2147483648",
    "-1",
    "0",
    "1e3",
    "2.5",
    "N*N*N*N*N",
    "i*j",
    "1/0",
    "%",
    "((((",
    "))",
    "][",
    "random(x)",
    "[i]",
    "[-i]",
    "indefinite",
    "null",
    "{a: 1}",
    "[1, 2]",
    "update: ",
    "owner: 0",
    "affinity: ",
    "- ",
    "\n  ",
    "T",
    "N: ",
    "\"",
    "\"1\\n+x\"",
    NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

static bool use(const mutant *m, uint64_t number) {
  tc_yaml_store store = {0};
  tc_loops loops;
  tc_status status = tc_loop_file_parse("l.yaml", m->text,
                                        &(tc_loop_settings){.ranks = 1 + (int)(number % 5)}, &store, &loops);
  tc_yaml_store_free(&store);
  return is_proper(&status, TC_USAGE, "l.yaml:");
}

const kind kind_loops = {"loops", 1, NULL, words, begin, use, .room = KIND_TREE};
