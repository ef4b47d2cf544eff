/* Wrappers of system calls for the sampler, which signal handlers may call. None of them is a cancellation
 * point, and none calls a function that the sampler intercepts. The sampler opens files and maps memory with
 * them. Results and errno are those of the C library. The descriptors of the sampler are moved to high
 * numbers, which wrap_descriptors.c hides from the program. */
#ifndef TC_SAMPLER_SYSCALLS_H
#define TC_SAMPLER_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Maps `bytes` bytes of the file `descriptor` from position `from` on; returns NULL on failure. If
 * `descriptor` is -1, maps anonymous memory, which the kernel fills with zeros in forked children. */
void *ts_sys_map(size_t bytes, int descriptor, off_t from);
void ts_sys_unmap(void *at, size_t bytes);

int ts_sys_open(const char *path, int flags);
void ts_sys_close(int descriptor);

/* Reserves disk space for bytes [from, from + bytes) of the file, so that later writes cannot fail. Returns
 * false if there is too little space. */
bool ts_sys_reserve(int descriptor, off_t from, size_t bytes);

/* Moves a descriptor to a high number, sets its close-on-exec flag and closes the old one. Returns the new
 * descriptor. If the move fails, returns the old one, which remains open. */
int ts_sys_move_descriptor(int descriptor);

/* ts_sys_is_moved_descriptor is true if ts_sys_move_descriptor returned this descriptor and it is still open.
 * ts_sys_find_moved_descriptor returns the lowest such descriptor that is at least `from`; UINT_MAX if there
 * is none. If more than 65536 descriptors were moved, the excess ones are not found. */
bool ts_sys_is_moved_descriptor(int descriptor);
unsigned ts_sys_find_moved_descriptor(unsigned from);

/* Identity of an open file, to detect that its descriptor was closed or reused. */
typedef struct ts_identity {
  dev_t device;
  ino_t file;
} ts_identity;

bool ts_sys_get_identity(int descriptor, ts_identity *identity);

/* True if the 8-byte word at this aligned address can be read. */
bool ts_sys_is_readable(uint64_t address);

pid_t ts_sys_thread_id(void);

/* Returns the reading of a POSIX clock in ns. */
uint64_t ts_sys_clock_ns(clockid_t clock);

#endif
