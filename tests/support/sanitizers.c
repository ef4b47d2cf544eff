/* Linked into sanitizer builds only. */
int dlclose(void *handle);
const char *__asan_default_options(void);

/* Open MPI unloads its plug-ins before the leak check, which then cannot name the modules that
 * tests/support/lsan.supp excuses: keep them loaded. */
int dlclose(void *handle) {
  (void)handle;
  return 0;
}

/* Where there is no memory, the program hears of it as it would from the system. */
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }
