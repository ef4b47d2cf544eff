#include "base/launcher.h"

#include <stdlib.h>
#include <string.h>

bool tc_launcher_is_first(void) {
  static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
    const char *rank = getenv(ranks[i]);
    if (rank) return strcmp(rank, "0") == 0;
  }
  return true;
}
