/* Linked into sanitizer builds only. Open MPI unloads its plug-ins before the leak check, which then cannot
 * name the modules that tests/support/lsan.supp excuses: keep them loaded. */
int dlclose(void *handle);

int dlclose(void *handle) {
  (void)handle;
  return 0;
}
