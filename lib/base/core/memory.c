#include "base/core/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/core/memory_failure.h"
#include "base/core/print.h"

enum { huge_page_size = 2 << 20, huge_page_threshold = 4 << 20 };

/* Number of failed allocations, and bytes of the last one. Any thread may allocate. */
static _Atomic int64_t failures;
static _Atomic size_t failed_bytes;

/* Returns the last name of an expression, such as "ghosts" of "(*out)->ghosts", for messages to users. */
static const char *find_last_name(const char *what) {
  const char *name = what;
  for (const char *c = what; *c; c++)
    if (strchr(">.*(", *c)) name = c + 1;
  return name;
}

static tc_status exhausted_error(size_t bytes, const char *what) {
  failed_bytes = bytes;
  failures++;
  return tc_status_create(TC_INTERNAL, "out of memory: %zu bytes for %s cannot be allocated: free memory",
                          bytes, find_last_name(what));
}

int64_t tc_memory_failures(size_t *bytes) {
  if (bytes) *bytes = failed_bytes;
  return failures;
}

tc_status tc_alloc(size_t count, size_t size, const char *what, void *out) {
  if (size && count > (SIZE_MAX / 2) / size)
    return tc_status_create(TC_INTERNAL,
                            "cannot allocate %zu x %zu bytes for %s: reduce the size of the problem", count,
                            size, find_last_name(what));
  size_t bytes = count * size;
  size_t alignment = bytes >= huge_page_threshold ? huge_page_size : TC_ALIGNMENT;
  size_t padded = (bytes + alignment - 1) / alignment * alignment;
  void *pointer = aligned_alloc(alignment, padded ? padded : alignment);
  if (!pointer) return exhausted_error(bytes, what);
  /* madvise only gives the system a hint. If it fails, the program is slower but correct. */
  if (bytes >= huge_page_threshold) (void)madvise(pointer, padded, MADV_HUGEPAGE);
  memcpy(out, &pointer, sizeof pointer);
  return TC_OK;
}

tc_status tc_alloc_zero(size_t count, size_t size, const char *what, void *out) {
  void *pointer = NULL;
  TC_TRY(tc_alloc(count, size, what, &pointer));
  memset(pointer, 0, count * size); // NOLINT(clang-analyzer-core.NonNullParamChecker): not NULL here
  memcpy(out, &pointer, sizeof pointer);
  return TC_OK;
}

tc_status tc_alloc_text(const char *what, char **out, const char *format, ...) {
  va_list arguments, arguments_copy;
  va_start(arguments, format);
  va_copy(arguments_copy, arguments);
  const int length = tc_vsnprintf(NULL, 0, format, arguments);
  tc_status status =
      length < 0 ? tc_status_create(TC_INTERNAL, "%s: the text is too long: shorten it", what) : TC_OK;
  if (!status) status = tc_alloc((size_t)length + 1, 1, what, out);
  if (!status) tc_vsnprintf(*out, (size_t)length + 1, format, arguments_copy);
  va_end(arguments_copy);
  va_end(arguments);
  return status;
}

void tc_free(void *pointer) { free(pointer); }

/* Returns the number of bytes in the line of /proc/self/status that begins with `name`; 0 if there is no such
 * line. */
static size_t read_status_bytes(const char *name) {
  const size_t length = strlen(name);
  char line[128];
  unsigned long kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  if (!file) return 0;
  while (fgets(line, sizeof line, file))
    if (strncmp(line, name, length) == 0 && sscanf(line + length, " %lu kB", &kilobytes) == 1) break;
  fclose(file);
  return (size_t)kilobytes * 1024;
}

size_t tc_memory_peak(void) {
  struct rusage usage;
  const size_t peak = read_status_bytes("VmHWM:");
  if (peak) return peak;
  if (getrusage(RUSAGE_SELF, &usage)) return 0;
  return (size_t)usage.ru_maxrss * 1024;
}

size_t tc_memory_resident(void) { return read_status_bytes("VmRSS:"); }

void tc_memory_reset_peak(void) {
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (!file) return;
  /* Writing 5 to /proc/self/clear_refs resets VmHWM, the peak resident size (see proc(5)). */
  fputs("5\n", file);
  fclose(file);
}
