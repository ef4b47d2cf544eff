/* Intercepts the functions that end a program without running destructors: _exit, quick_exit and the exec
 * family. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "sampler/attach.h"
#include "sampler/next_symbol.h"

#define TS_EXIT(function)                                                                                    \
  TS_EXPORT void function(int code) {                                                                        \
    TS_NEXT(function);                                                                                       \
    ts_process_end(true);                                                                                    \
    for (;;) next(code);                                                                                     \
  }

TS_EXIT(_exit)
TS_EXIT(_Exit)
TS_EXIT(quick_exit)

/* Defines the body of a function of the exec family: records the end of the process, calls the original and,
 * if that fails and returns, removes the recorded end, because the process continues. */
#define TS_EXEC(function, ...)                                                                               \
  {                                                                                                          \
    TS_NEXT(function);                                                                                       \
    ts_process_end(true);                                                                                    \
    const int failed = next(__VA_ARGS__);                                                                    \
    ts_process_end(false);                                                                                   \
    return failed;                                                                                           \
  }

typedef char *const *argument_list;

TS_EXPORT int execve(const char *path, argument_list argv, argument_list environment)
    TS_EXEC(execve, path, argv, environment)

        TS_EXPORT int execv(const char *path, argument_list argv) TS_EXEC(execv, path, argv)

            TS_EXPORT int execvp(const char *file, argument_list argv) TS_EXEC(execvp, file, argv)

                TS_EXPORT int execvpe(const char *file, argument_list argv, argument_list environment)
                    TS_EXEC(execvpe, file, argv, environment)

                        TS_EXPORT int fexecve(int file, argument_list argv, argument_list environment)
                            TS_EXEC(fexecve, file, argv, environment)

    /* Returns the number of words in `list`, the final NULL included. The loop does not count the NULL, but
     * `count` begins with 1. */
    static size_t count_words(va_list list) {
  size_t count = 1;
  while (va_arg(list, char *)) count++;
  return count;
}

/* Copies the arguments of an exec call, `first` and the words of `list`, into an array argv[]. Afterwards
 * `list` continues after the final NULL. */
#define TS_COPY_ARGUMENTS(first, list)                                                                       \
  va_list list;                                                                                              \
  va_start(list, first);                                                                                     \
  const size_t words_count = 1 + count_words(list);                                                          \
  va_end(list);                                                                                              \
  char *argv[words_count];                                                                                   \
  va_start(list, first);                                                                                     \
  argv[0] = (char *)(uintptr_t)(first);                                                                      \
  for (size_t w = 1; w < words_count; w++) argv[w] = va_arg(list, char *)

TS_EXPORT int execl(const char *path, const char *first, ...) {
  TS_COPY_ARGUMENTS(first, list);
  va_end(list);
  return execv(path, argv);
}

TS_EXPORT int execlp(const char *file, const char *first, ...) {
  TS_COPY_ARGUMENTS(first, list);
  va_end(list);
  return execvp(file, argv);
}

/* The last argument of execle is the environment. It follows the final NULL of the program's arguments. */
TS_EXPORT int execle(const char *path, const char *first, ...) {
  TS_COPY_ARGUMENTS(first, list);
  char *const *environment = va_arg(list, char *const *);
  va_end(list);
  return execve(path, argv, environment);
}
