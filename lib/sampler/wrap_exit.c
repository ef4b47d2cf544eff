/* Ways to end that the dynamic linker does not hear of. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "sampler/attach.h"
#include "sampler/next_symbol.h"

#define TC_LEAVE(function)                                                                                   \
  TC_EXPORT void function(int code) {                                                                        \
    TC_NEXT(function);                                                                                       \
    tc_sampler_end(true);                                                                                    \
    for (;;) next(code);                                                                                     \
  }

TC_LEAVE(_exit)
TC_LEAVE(_Exit)
TC_LEAVE(quick_exit)

/* It returns when it fails. */
#define TC_EXEC(function, ...)                                                                               \
  {                                                                                                          \
    TC_NEXT(function);                                                                                       \
    tc_sampler_end(true);                                                                                    \
    const int failed = next(__VA_ARGS__);                                                                    \
    tc_sampler_end(false);                                                                                   \
    return failed;                                                                                           \
  }

typedef char *const *words;

TC_EXPORT int execve(const char *path, words argv, words environment) TC_EXEC(execve, path, argv, environment)

    TC_EXPORT int execv(const char *path, words argv) TC_EXEC(execv, path, argv)

        TC_EXPORT int execvp(const char *file, words argv) TC_EXEC(execvp, file, argv)

            TC_EXPORT int execvpe(const char *file, words argv, words environment)
                TC_EXEC(execvpe, file, argv, environment)

                    TC_EXPORT int fexecve(int file, words argv, words environment)
                        TC_EXEC(fexecve, file, argv, environment)

    /* Words behind `first` up to NULL, NULL among them. */
    static size_t count_words(va_list list) {
  size_t count = 1;
  while (va_arg(list, char *)) count++;
  return count;
}

/* Has the words of `list`, whose first is `first`, as an array argv[], and in `list` what follows them. */
#define TC_GATHER(first, list)                                                                               \
  va_list list;                                                                                              \
  va_start(list, first);                                                                                     \
  const size_t words_count = 1 + count_words(list);                                                          \
  va_end(list);                                                                                              \
  char *argv[words_count];                                                                                   \
  va_start(list, first);                                                                                     \
  argv[0] = (char *)(uintptr_t)(first);                                                                      \
  for (size_t w = 1; w < words_count; w++) argv[w] = va_arg(list, char *)

TC_EXPORT int execl(const char *path, const char *first, ...) {
  TC_GATHER(first, list);
  va_end(list);
  return execv(path, argv);
}

TC_EXPORT int execlp(const char *file, const char *first, ...) {
  TC_GATHER(first, list);
  va_end(list);
  return execvp(file, argv);
}

/* The environment stands behind the last word. */
TC_EXPORT int execle(const char *path, const char *first, ...) {
  TC_GATHER(first, list);
  char *const *environment = va_arg(list, char *const *);
  va_end(list);
  return execve(path, argv, environment);
}
