/* Program `modules`: opens a library, works in a function of the library and closes it. dlopen finds the
 * library through the run path of the program. Prints the address of the function that works. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  void *library = dlopen("libsampler_plugin.so", RTLD_NOW),
       *symbol = library ? dlsym(library, "plugin_work") : NULL;
  double (*work)(double seconds);
  if (!symbol) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  memcpy(&work, &symbol, sizeof work);
  printf("%p\n", symbol);
  work(0.1);
  dlclose(library);
  return 0;
}
