/* Program `objects`: allocates memory with each allocation function that the sampler records. Prints the
 * address range of main, then name, address and size of each allocated object. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern const char __start_tc_main[], __stop_tc_main[];

static void print_object(const char *name, void *at, size_t bytes) {
  if (!at || at == MAP_FAILED) exit(1);
  memset(at, 1, bytes);
  printf("%s %p %zu\n", name, at, bytes);
}

__attribute__((section("tc_main"))) int main(void) {
  void *at = NULL;
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("main %p %zu\n", (const void *)__start_tc_main, (size_t)(__stop_tc_main - __start_tc_main));
  print_object("malloc", malloc(2000), 2000);
  print_object("calloc", calloc(1000, 3), 3000);
  at = malloc(4000);
  print_object("realloc", realloc(at, 400000), 400000);
  print_object("reallocarray", reallocarray(NULL, 50, 100), 5000);
  if (posix_memalign(&at, 4096, 6000) != 0) return 1;
  print_object("posix_memalign", at, 6000);
  print_object("aligned_alloc", aligned_alloc(64, 6400), 6400);
  print_object("memalign", memalign(128, 7000), 7000);
  print_object("valloc", valloc(8000), 8000);
  print_object("small", malloc(1000), 1000);
  at = malloc(9000);
  print_object("freed", at, 9000);
  free(at);
  at = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  print_object("unmapped", at, 1 << 20);
  munmap(at, 1 << 20);
  at = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  print_object("mmap", mremap(at, 1 << 16, 1 << 22, MREMAP_MAYMOVE), 1 << 22);
  return 0;
}
