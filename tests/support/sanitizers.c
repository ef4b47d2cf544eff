/* Linked into sanitizer builds only. */
int dlclose(void *handle);
const char *__asan_default_options(void);

/* Open MPI unloads its plug-ins before the leak check, which then cannot name the modules of
 * tests/support/lsan.supp. They must therefore remain loaded. */
int dlclose(void *handle) {
  (void)handle;
  return 0;
}

/* If memory is exhausted, allocations must return NULL like those of the system, instead of ending the
 * program. */
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }
