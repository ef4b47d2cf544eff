/* Parsing, selection and opening of devices, independent of the back-end. The config reader and the command
 * lines parse the word with which the user selects a device, and each rank opens its device. The word `auto`
 * skips devices that are processors (CPUs) or cannot be opened. */
#include "device/device.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/text/text.h"
#include "device/backend.h"

#define TC_REGISTRY_TYPE tc_backend
#define TC_REGISTRY_DEF  "device/backends.def"
#include "base/text/registry.inc"

const char *tc_backend_name(const tc_backend *backend) { return backend->name; }

const char *tc_backend_unavailable_reason(const tc_backend *backend) { return backend->missing; }

int tc_backend_devices(const tc_backend *backend) { return backend->missing ? 0 : backend->count(); }

/* Writes the names of the back-ends of this build to `line`, for messages. Returns the text of the line. */
static const char *list_built_backends(tc_line *line) {
  *line = (tc_line){0};
  for (int i = 0; i < tc_backend_count(); i++)
    if (!tc_backend_at(i)->missing) tc_line_add_item(line, tc_backend_at(i)->name);
  return line->length > 0 ? line->text : "none";
}

static tc_status find_backend(const char *where, const char *word, size_t length, tc_device_options *out) {
  tc_line line;
  for (int i = 0; i < tc_backend_count(); i++) {
    const tc_backend *b = tc_backend_at(i);
    if (strlen(b->name) != length || strncmp(b->name, word, length) != 0) continue;
    if (b->missing)
      return tc_status_create(TC_USAGE, "%s: this build has no %s (%s): use %s", where, b->name, b->missing,
                              list_built_backends(&line));
    out->backend = b;
    return TC_OK;
  }
  return tc_status_create(TC_USAGE, "%s: expected %s, none, auto, found '%.64s'", where,
                          tc_registry_format_names(&tc_backend_registry, NULL, &line), word);
}

tc_status tc_device_options_parse(const char *where, const char *word, tc_device_options *out) {
  const size_t length = strcspn(word, ":");
  *out = (tc_device_options){.index = -1};
  if (strcmp(word, "none") == 0) return TC_OK;
  out->automatic = strcmp(word, "auto") == 0;
  if (out->automatic) return TC_OK;
  TC_TRY(find_backend(where, word, length, out));
  if (word[length] == '\0') return TC_OK;
  tc_text text = {word + length + 1, word + strlen(word)};
  int32_t index = 0;
  if (tc_text_parse_int32(&text, &index) && tc_text_at_end(&text) && index >= 0) {
    out->index = index;
    return TC_OK;
  }
  return tc_status_create(TC_USAGE,
                          "%s: '%.64s' has no valid number after the colon: write the number of a device, "
                          "such as %s:0",
                          where, word, out->backend->name);
}

static tc_status open_device(const tc_backend *backend, int index, tc_device **out) {
  tc_device *device = NULL;
  TC_TRY(TC_ALLOC_ZERO(device, 1));
  device->backend = backend;
  device->index = index;
  TC_RETURN_CREATED(backend->open(device), device, tc_device_close(&device), out);
}

/* Opens a device that is not a processor (CPU). Searches the back-ends in order, and the devices of each from
 * number `rank` on, so that ranks use different devices. Skips devices that cannot be opened. *out remains
 * NULL if no device was opened. */
static void open_first_gpu(int rank, tc_device **out) {
  for (int b = 0; b < tc_backend_count() && !*out; b++) {
    const int devices = tc_backend_devices(tc_backend_at(b));
    for (int i = 0; i < devices && !*out; i++) {
      tc_status status = open_device(tc_backend_at(b), (rank + i) % devices, out);
      if (!status && (*out)->processor) tc_device_close(out);
      tc_status_free(&status);
    }
  }
}

tc_status tc_device_open(const tc_device_options *options, int rank, tc_device **out) {
  *out = NULL;
  if (options->automatic) open_first_gpu(rank, out);
  if (!options->backend) return TC_OK;
  const char *name = options->backend->name;
  const int devices = tc_backend_devices(options->backend);
  if (devices == 0)
    return tc_status_create(TC_INTERNAL,
                            "device %s: no device or no driver was found on this machine: install the "
                            "driver or set device to none",
                            name);
  if (options->index >= devices)
    return tc_status_create(TC_INTERNAL,
                            "device %s:%d: this machine has %d such device%s, numbered from 0: use a smaller "
                            "number",
                            name, options->index, devices, devices == 1 ? "" : "s");
  return open_device(options->backend, options->index >= 0 ? options->index : rank % devices, out);
}

void tc_device_close(tc_device **device) {
  if (!*device) return;
  (*device)->backend->close(*device);
  tc_free(*device);
  *device = NULL;
}

tc_status tc_device_free_memory(const tc_device *device, size_t *bytes) {
  return device->backend->free_memory(device, bytes);
}
