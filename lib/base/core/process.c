#include "base/core/process.h"

#include <malloc.h>
#include <signal.h>

void tc_process_prepare(unsigned flags) {
  if (flags & TC_PROCESS_FILE_SIZE) signal(SIGXFSZ, SIG_IGN);
#ifdef M_MMAP_THRESHOLD
  if (flags & TC_PROCESS_LARGE_ARRAYS) {
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
  }
#endif
}
