/* Facts about a machine that its users know: size and costs of a node, and how jobs are submitted. Users
 * write these values into the machine file, because no benchmark measures them. The command quote reads them,
 * and forecasts use the forecast records that are stored under `identity`. Plain data. */
#ifndef TC_MACHINE_PARAMETERS_MACHINE_SITE_H
#define TC_MACHINE_PARAMETERS_MACHINE_SITE_H

#include <stdbool.h>

enum { TC_SITE_TEXT = 128, TC_SITE_MODULES = 16 };

/* Mapping `slurm` of a machine file. */
typedef struct tc_machine_slurm {
  char partition[TC_SITE_TEXT], account[TC_SITE_TEXT]; /* "" if not set */
  bool requires_account; /* true if the file states `account: required`; `account` is then "" */
  int modules;
  char module[TC_SITE_MODULES][TC_SITE_TEXT]; /* [modules] modules that a job loads, in this order */
} tc_machine_slurm;

/* Numbers are 0, and texts are "", if they are not set. */
typedef struct tc_machine_site {
  char identity[TC_SITE_TEXT]; /* name of the record file of the machine (io/machine/job_records.h) */
  int node_cores;              /* cores of a node */
  double node_memory_B;        /* memory of a node that a job may use */
  double node_power_W;         /* power of a node under load */
  double price_per_node_hour;  /* price of a node for one hour, in `currency` */
  char currency[16];
  tc_machine_slurm slurm;
} tc_machine_site;

#endif
