/* System calls for the sampler (see syscalls.h). A bit set, changed by atomic operations only, records the
 * moved descriptors. File space is reserved before it is mapped, because writing to a mapping on a full disk
 * would end the program. */
#include "sampler/syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { moved_max = 65536, word_bits = 64 };

/* Bit set of the descriptors that were moved to high numbers. Bit b represents descriptor number moved_begin
 * + b. If moved_begin is 0, no descriptor was moved yet. */
static _Atomic uint64_t moved_bits[moved_max / word_bits];
static _Atomic unsigned moved_begin;

static void record_moved(int descriptor, bool is_open) {
  const unsigned number = (unsigned)descriptor - moved_begin;
  const uint64_t bit = UINT64_C(1) << number % word_bits;
  if (descriptor < 0 || moved_begin == 0 || number >= moved_max) return;
  if (is_open)
    atomic_fetch_or(&moved_bits[number / word_bits], bit);
  else
    atomic_fetch_and(&moved_bits[number / word_bits], ~bit);
}

bool ts_sys_is_moved_descriptor(int descriptor) {
  const unsigned number = (unsigned)descriptor - moved_begin;
  return descriptor >= 0 && moved_begin > 0 && number < moved_max &&
         (moved_bits[number / word_bits] >> number % word_bits & 1) != 0;
}

unsigned ts_sys_find_moved_descriptor(unsigned from) {
  const unsigned first = moved_begin;
  if (first == 0) return UINT_MAX;
  for (unsigned number = from > first ? from - first : 0; number < moved_max; number++) {
    const uint64_t remaining_bits = moved_bits[number / word_bits] >> number % word_bits;
    if (remaining_bits) return first + number + (unsigned)__builtin_ctzll(remaining_bits);
    number |= word_bits - 1;
  }
  return UINT_MAX;
}

void *ts_sys_map(size_t bytes, int descriptor, off_t from) {
  const int flags = descriptor < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED | MAP_POPULATE;
  const long at = syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE, flags, descriptor, from);
  if (at == -1) return NULL;
  if (descriptor < 0) syscall(SYS_madvise, at, bytes, MADV_WIPEONFORK);
  return (void *)at; // NOLINT
}

void ts_sys_unmap(void *at, size_t bytes) {
  if (at) syscall(SYS_munmap, at, bytes);
}

int ts_sys_open(const char *path, int flags) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0666);
}

void ts_sys_close(int descriptor) {
  if (descriptor < 0) return;
  record_moved(descriptor, false);
  syscall(SYS_close, descriptor);
}

/* True if the file may grow to `bytes` bytes. Writing beyond the limit (RLIMIT_FSIZE) would end the process
 * with a signal. */
static bool is_file_size_allowed(off_t bytes) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         (rlim_t)bytes <= limit.rlim_cur;
}

/* Writes zeros to a part of the file, if the file system cannot reserve space. Returns false if the disk is
 * full. */
static bool write_zeros(int descriptor, off_t from, size_t bytes) {
  static const char zeros[4096];
  for (size_t written_bytes = 0; written_bytes < bytes;) {
    const size_t count = bytes - written_bytes < sizeof zeros ? bytes - written_bytes : sizeof zeros;
    const long written = syscall(SYS_pwrite64, descriptor, zeros, count, from + (off_t)written_bytes);
    if (written <= 0) return false;
    written_bytes += (size_t)written;
  }
  return true;
}

bool ts_sys_reserve(int descriptor, off_t from, size_t bytes) {
  if (!is_file_size_allowed(from + (off_t)bytes)) return false;
  if (syscall(SYS_fallocate, descriptor, 0, from, bytes) == 0) return true;
  return (errno == EOPNOTSUPP || errno == ENOSYS) && write_zeros(descriptor, from, bytes);
}

/* Moves a descriptor to a high number, because programs rely on getting low numbers for their own files and
 * shells use 10 and above. */
int ts_sys_move_descriptor(int descriptor) {
  struct rlimit limit = {.rlim_cur = 1024};
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t high = limit.rlim_cur > 1048576 ? 1048576 : limit.rlim_cur;
  unsigned none = 0;
  atomic_compare_exchange_strong(&moved_begin, &none, (unsigned)(high / 4 * 3));
  const long moved = syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, (long)moved_begin);
  if (moved < 0) return descriptor;
  ts_sys_close(descriptor);
  record_moved((int)moved, true);
  return (int)moved;
}

bool ts_sys_get_identity(int descriptor, ts_identity *identity) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return false;
  *identity = (ts_identity){status.st_dev, status.st_ino};
  return true;
}

/* True if the word at the address can be read. Calls a system call with an invalid operation and the address
 * as a signal set. The kernel reads the set before it rejects the operation, so errno shows whether the
 * address is readable. */
bool ts_sys_is_readable(uint64_t address) {
  /* errno is saved and restored, because this function runs inside OpenMP calls of the program, which may
   * still need the value of errno. */
  const int error = errno;
  const bool is_readable =
      syscall(SYS_rt_sigprocmask, -1, address, NULL, sizeof(uint64_t)) != 0 && errno == EINVAL;
  errno = error;
  return is_readable;
}

pid_t ts_sys_thread_id(void) { return (pid_t)syscall(SYS_gettid); }

uint64_t ts_sys_clock_ns(clockid_t clock) {
  struct timespec reading = {0};
  clock_gettime(clock, &reading);
  return (uint64_t)reading.tv_sec * 1000000000u + (uint64_t)reading.tv_nsec;
}
