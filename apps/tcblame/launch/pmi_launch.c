#define _GNU_SOURCE
#include "launch/pmi_launch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *tb_environment_variable(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

static void read_host_name(char host[HOST_NAME_MAX + 1]) {
  memset(host, 0, HOST_NAME_MAX + 1);
  gethostname(host, HOST_NAME_MAX);
}

bool tb_pmi_is_launcher(void) { return *tb_environment_variable("PMI_RANK"); }

void tb_pmi_format_head(tc_line *out) { tc_line_add(out, "pmi %s\n", tb_environment_variable("PMI_SIZE")); }

void tb_pmi_format_line(tc_line *out) {
  char host[HOST_NAME_MAX + 1];
  read_host_name(host);
  tc_line_add(out, "%d %ld %s\n", atoi(tb_environment_variable("PMI_RANK")), (long)getppid(), host);
}

/* Returns false if `line`, which another rank added to the list, shows that this rank belongs to another
 * launch: both have the same rank number, or both are on the same host with different parent processes. */
static bool may_be_same_launch(const char *line) {
  char host[HOST_NAME_MAX + 1];
  long parent = 0;
  int rank = -1, at = 0;
  read_host_name(host);
  if (sscanf(line, "%d %ld %n", &rank, &parent, &at) < 2 || at == 0) return false;
  const size_t length = strcspn(line + at, "\n");
  const bool is_same_host = length == strlen(host) && strncmp(line + at, host, length) == 0;
  return rank != atoi(tb_environment_variable("PMI_RANK")) && (!is_same_host || parent == (long)getppid());
}

bool tb_pmi_is_same_launch(const char *list) {
  tc_line head = {0};
  tb_pmi_format_head(&head);
  if (strncmp(list, head.text, head.length) != 0) return false;
  for (const char *at = list + head.length; *at; at += strcspn(at, "\n"), at += *at == '\n')
    if (!may_be_same_launch(at)) return false;
  return true;
}
