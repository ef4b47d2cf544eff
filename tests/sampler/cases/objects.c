/* objects: allocates in all ways that there are, and prints for each: name, address, bytes; first of all
 * where main lies. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern const char __start_tc_main[], __stop_tc_main[];

static void tell(const char *name, void *at, size_t bytes) {
  if (!at || at == MAP_FAILED) exit(1);
  memset(at, 1, bytes);
  printf("%s %p %zu\n", name, at, bytes);
}

__attribute__((section("tc_main"))) int main(void) {
  void *at = NULL;
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("main %p %zu\n", (const void *)__start_tc_main, (size_t)(__stop_tc_main - __start_tc_main));
  tell("malloc", malloc(2000), 2000);
  tell("calloc", calloc(1000, 3), 3000);
  at = malloc(4000);
  tell("realloc", realloc(at, 400000), 400000);
  tell("reallocarray", reallocarray(NULL, 50, 100), 5000);
  if (posix_memalign(&at, 4096, 6000) != 0) return 1;
  tell("posix_memalign", at, 6000);
  tell("aligned_alloc", aligned_alloc(64, 6400), 6400);
  tell("memalign", memalign(128, 7000), 7000);
  tell("valloc", valloc(8000), 8000);
  tell("small", malloc(1000), 1000);
  at = malloc(9000);
  tell("freed", at, 9000);
  free(at);
  at = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tell("unmapped", at, 1 << 20);
  munmap(at, 1 << 20);
  at = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tell("mmap", mremap(at, 1 << 16, 1 << 22, MREMAP_MAYMOVE), 1 << 22);
  return 0;
}
