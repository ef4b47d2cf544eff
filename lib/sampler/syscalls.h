/* Calls to the system that signal handlers may make: none is a point where a thread can be cancelled, and
 * none is one of those that the sampler puts itself in front of. Results are the C library's, errno too. */
#ifndef TC_SAMPLER_SYSCALLS_H
#define TC_SAMPLER_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* NULL: failed. descriptor -1: memory of no file, which children of the process see zeroed. */
void *ts_system_map(size_t bytes, int descriptor, off_t from);
void ts_system_unmap(void *at, size_t bytes);

int ts_sys_open(const char *path, int flags);
void ts_sys_close(int descriptor);

/* Makes sure that [from, from + bytes) of the file can be written to. */
bool ts_system_reserve(int descriptor, off_t from, size_t bytes);

/* A descriptor out of the way of the program's own, closed by exec; the given one is gone. */
int ts_sys_move_descriptor(int descriptor);

/* Whether a descriptor was put aside and is not closed yet; the next one that was, from a number on, else the
 * largest number. Of more than 65536 those that came last are not known. */
bool ts_sys_is_moved_descriptor(int descriptor);
unsigned ts_sys_next_moved_descriptor(unsigned from);

/* What a descriptor stands for, 0: nothing. */
typedef struct ts_identity {
  dev_t device;
  ino_t file;
} ts_identity;

bool ts_system_identity(int descriptor, ts_identity *identity);

/* Whether the eight bytes of a word, aligned as such, can be read. */
bool ts_sys_is_readable(uint64_t address);

pid_t ts_system_thread(void);

/* Nanoseconds. */
uint64_t ts_system_time(clockid_t clock);

#endif
