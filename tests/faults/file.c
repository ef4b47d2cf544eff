/* Faults of files. Functions that open, read, write and rename files fail with EIO. A close that fails has
 * closed the file, but the data in the stream's buffer are lost. Standard streams do not fail, except in
 * the final check of stdout. */
#define _GNU_SOURCE
#include "call.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { descriptors = 4096, error_flag = 0x20 /* error_flag: _IO_ERR_SEEN of glibc */ };
static const void *_Atomic opened_by[descriptors];

/* Number of the file to which each descriptor belongs. Files are counted when they are opened, because
 * descriptors are used again. */
static long serial[descriptors], files;

#define DUE(name) tc_fault_must_fail(TC_FAULT_FILE, name, TC_CALLER)

static void note_open(int descriptor, const void *caller) {
  if (descriptor >= 0 && descriptor < descriptors && tc_fault_is_program_code(caller))
    opened_by[descriptor] = caller;
  if (descriptor >= 0 && descriptor < descriptors) serial[descriptor] = ++files;
}

static void note_closed(int descriptor) {
  if (descriptor >= 0 && descriptor < descriptors) opened_by[descriptor] = NULL;
}

void tc_fault_print_open_files(void) {
  for (int i = 0; i < descriptors; i++)
    if (opened_by[i]) tc_fault_print("open: descriptor %d of %#lx", i, tc_fault_code_offset(opened_by[i]));
}

static int refused(void) {
  errno = EIO;
  return -1;
}

static void *no_pointer(void) {
  errno = EIO;
  return NULL;
}

#define OPEN(function)                                                                                       \
  int function(const char *path, int flags, ...) {                                                           \
    TC_NEXT(int, #function, (const char *, int, ...))                                                        \
    va_list more;                                                                                            \
    va_start(more, flags);                                                                                   \
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;                                          \
    va_end(more);                                                                                            \
    if (DUE(#function)) return refused();                                                                    \
    const int descriptor = next(path, flags, mode);                                                          \
    note_open(descriptor, TC_CALLER);                                                                        \
    return descriptor;                                                                                       \
  }
OPEN(open)
OPEN(open64)

#define FOPEN(function, first)                                                                               \
  FILE *function(first from, const char *mode) {                                                             \
    TC_NEXT(FILE *, #function, (first, const char *))                                                        \
    if (DUE(#function)) return no_pointer();                                                                 \
    FILE *stream = next(from, mode);                                                                         \
    if (stream) note_open(fileno(stream), TC_CALLER);                                                        \
    return stream;                                                                                           \
  }
FOPEN(fopen, const char *)
FOPEN(fopen64, const char *)
FOPEN(fdopen, int)

/* Replaces a function so that it fails before it has an effect. */
#define BEFORE(type, function, parameters, arguments)                                                        \
  type function parameters {                                                                                 \
    TC_NEXT(type, #function, parameters)                                                                     \
    return DUE(#function) ? refused() : next arguments;                                                      \
  }
BEFORE(ssize_t, read, (int file, void *to, size_t bytes), (file, to, bytes))
BEFORE(ssize_t, write, (int file, const void *from, size_t bytes), (file, from, bytes))
BEFORE(ssize_t, pread, (int file, void *to, size_t bytes, off_t at), (file, to, bytes, at))
BEFORE(ssize_t, pwrite, (int file, const void *from, size_t bytes, off_t at), (file, from, bytes, at))
BEFORE(int, fsync, (int file), (file))
BEFORE(int, fdatasync, (int file), (file))
BEFORE(int, ftruncate, (int file, off_t length), (file, length))
BEFORE(int, truncate, (const char *path, off_t length), (path, length))
BEFORE(int, fallocate, (int file, int mode, off_t from, off_t bytes), (file, mode, from, bytes))
BEFORE(int, rename, (const char *old, const char *new), (old, new))
BEFORE(int, link, (const char *old, const char *new), (old, new))
BEFORE(int, symlink, (const char *old, const char *new), (old, new))
BEFORE(int, unlink, (const char *path), (path))
BEFORE(int, remove, (const char *path), (path))
BEFORE(int, mkdir, (const char *path, mode_t mode), (path, mode))
BEFORE(int, rmdir, (const char *path), (path))
BEFORE(int, chmod, (const char *path, mode_t mode), (path, mode))
BEFORE(int, fchmod, (int file, mode_t mode), (file, mode))

DIR *opendir(const char *path) {
  TC_NEXT(DIR *, "opendir", (const char *))
  return DUE("opendir") ? no_pointer() : next(path);
}

int close(int file) {
  TC_NEXT(int, "close", (int))
  const bool due = DUE("close");
  note_closed(file);
  const int result = next(file);
  return due ? refused() : result;
}

static bool counts(FILE *stream, const void *caller) {
  const int file = fileno(stream);
  return file > STDERR_FILENO && file < descriptors &&
         tc_fault_is_first_call(caller, (const void *)(uintptr_t)(serial[file] << 48));
}

static void lose(FILE *stream) {
  if (__fwritable(stream)) __fpurge(stream);
  stream->_flags |= error_flag;
}

int fclose(FILE *stream) {
  TC_NEXT(int, "fclose", (FILE *))
  const bool due = DUE("fclose");
  if (due) lose(stream);
  note_closed(fileno(stream));
  const int result = next(stream);
  return due ? refused() : result;
}

int fflush(FILE *stream) {
  TC_NEXT(int, "fflush", (FILE *))
  if (!stream || stream == stderr || !DUE("fflush")) return next(stream);
  lose(stream);
  return refused();
}

/* Replaces a function that prints to a stream. A fault means that the full buffer cannot be written. For
 * each file, only the first print from each place in the code is counted. */
#define PRINT(type, function, parameters, arguments, failure)                                                \
  type function parameters {                                                                                 \
    TC_NEXT(type, #function, parameters)                                                                     \
    if (!counts(stream, TC_CALLER) || !DUE(#function)) return next arguments;                                \
    lose(stream);                                                                                            \
    refused();                                                                                               \
    return failure;                                                                                          \
  }
PRINT(int, fputs, (const char *text, FILE *stream), (text, stream), EOF)
PRINT(int, fputc, (int c, FILE *stream), (c, stream), EOF)
PRINT(int, vfprintf, (FILE * stream, const char *format, va_list list), (stream, format, list), -1)
PRINT(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *stream),
      (from, size, count, stream), 0)

int fprintf(FILE *stream, const char *format, ...) {
  TC_NEXT(int, "vfprintf", (FILE *, const char *, va_list))
  va_list arguments;
  if (counts(stream, TC_CALLER) && DUE("fprintf")) {
    lose(stream);
    return refused();
  }
  va_start(arguments, format);
  const int length = next(stream, format, arguments);
  va_end(arguments);
  return length;
}
