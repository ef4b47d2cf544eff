#include "comm/world/argv_check.h"

#include <string.h>

#include "base/numeric/hash.h"
#include "base/text/line.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "comparing the command lines of the ranks"

static uint64_t hash_command_line(const char *program, int words, char *const *word) {
  uint64_t hash = tc_hash_bytes(0, program, strlen(program) + 1);
  for (int i = 0; i < words; i++) hash = tc_hash_bytes(hash, word[i], strlen(word[i]) + 1);
  return hash;
}

static tc_status argv_error(const tc_world *world, const char *program, int words, char *const *word) {
  tc_line line = {0};
  for (int i = 0; i < words; i++) tc_line_add(&line, " %s", word[i]);
  return tc_status_create(TC_USAGE,
                          "the program or the arguments of rank %d differ from those of rank 0: %s%.300s: "
                          "start all ranks of a launch with the same command line",
                          world->rank, program, line.text);
}

tc_status tc_argv_check(const tc_world *world, const char *program, int words, char *const *word) {
  const uint64_t own = hash_command_line(program, words, word);
  uint64_t first = own;
  TC_TRY(TC_MPI(world, MPI_Bcast(&first, 1, MPI_UINT64_T, 0, tc_world_comm(world))));
  return tc_world_agree(world, first == own ? TC_OK : argv_error(world, program, words, word));
}
