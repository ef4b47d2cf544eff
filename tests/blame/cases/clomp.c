/* Modelled on CLOMP (Lawrence Livermore National Laboratory) as profiled by Zhang and Hollingsworth. It
 * deposits flow through the zones of each part. As in the original, each zone is a separate struct,
 * reached through two arrays of pointers. With -DCURED all values are in one two-dimensional array.
 *
 * clomp [PARTS ZONES [CYCLES]], with ZONES zones per part. Prints results and checks that no deposit got
 * lost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Zone {
  double value;
  int partId, zoneId;
  struct Zone *nextZone;
} Zone;

typedef struct Part {
  double deposit_ratio, residue, expected;
#ifndef CURED
  Zone **zoneArray;
#endif
  int partId;
} Part;

static int CLOMP_numParts = 64, CLOMP_zonesPerPart = 1000;

#ifdef CURED
static Part *partArray;
static double *zoneValue; /* [CLOMP_numParts][CLOMP_zonesPerPart] */

static Part *part_at(int p) { return &partArray[p]; }

static double zone_value(int p, int z) {
  return zoneValue[(size_t)p * (size_t)CLOMP_zonesPerPart + (size_t)z];
}

static void update_part(Part *part, double incoming_deposit) {
  double *value = zoneValue + (size_t)part->partId * (size_t)CLOMP_zonesPerPart;
  double remaining_deposit = incoming_deposit;
  for (int z = 0; z < CLOMP_zonesPerPart; z++) {
    const double deposit = remaining_deposit * part->deposit_ratio;
    value[z] += deposit;
    remaining_deposit -= deposit;
  }
  part->residue = remaining_deposit;
}

static void allocate(void) {
  partArray = calloc((size_t)CLOMP_numParts, sizeof *partArray);
  zoneValue = calloc((size_t)CLOMP_numParts * (size_t)CLOMP_zonesPerPart, sizeof *zoneValue);
  if (!partArray || !zoneValue) exit(2);
}
#else
static Part **partArray;

static Part *part_at(int p) { return partArray[p]; }

static double zone_value(int p, int z) { return partArray[p]->zoneArray[z]->value; }

static void update_part(Part *part, double incoming_deposit) {
  double remaining_deposit = incoming_deposit;
  for (int z = 0; z < CLOMP_zonesPerPart; z++) {
    const double deposit = remaining_deposit * part->deposit_ratio;
    part->zoneArray[z]->value += deposit;
    remaining_deposit -= deposit;
  }
  part->residue = remaining_deposit;
}

static Zone *make_zone(int p, int z, Zone *after) {
  Zone *zone = calloc(1, sizeof *zone);
  if (!zone) exit(2);
  zone->partId = p;
  zone->zoneId = z;
  if (after) after->nextZone = zone;
  return zone;
}

/* Allocates part after part with all zones of the part, like CLOMP. */
static void allocate(void) {
  partArray = calloc((size_t)CLOMP_numParts, sizeof *partArray);
  for (int p = 0; p < CLOMP_numParts && partArray; p++) {
    partArray[p] = calloc(1, sizeof *partArray[p]);
    if (!partArray[p]) exit(2);
    partArray[p]->zoneArray = calloc((size_t)CLOMP_zonesPerPart, sizeof(Zone *));
    if (!partArray[p]->zoneArray) exit(2);
    for (int z = 0; z < CLOMP_zonesPerPart; z++)
      partArray[p]->zoneArray[z] = make_zone(p, z, z ? partArray[p]->zoneArray[z - 1] : NULL);
  }
}
#endif

/* Returns the deposit of each part: one new unit plus the mean residue of all parts. */
static double calc_deposit(void) {
  double residue = 0.0;
  for (int p = 0; p < CLOMP_numParts; p++) residue += part_at(p)->residue;
  return 1.0 + residue / CLOMP_numParts;
}

static void parallel_module1(double deposit) {
#pragma omp parallel for
  for (int p = 0; p < CLOMP_numParts; p++) update_part(part_at(p), deposit);
}

static void book(double deposit) {
  for (int p = 0; p < CLOMP_numParts; p++) part_at(p)->expected += deposit - part_at(p)->residue;
}

static void parallel_module(int loops) {
  for (int l = 0; l < loops; l++) {
    const double deposit = calc_deposit();
    parallel_module1(deposit);
    book(deposit);
  }
}

/* Sweeps ten times over all parts, the number of sweeps in CLOMP's four modules. */
static void parallel_cycle(void) {
  parallel_module(1);
  parallel_module(2);
  parallel_module(3);
  parallel_module(4);
}

static void do_parallel_version(int cycles) {
  for (int c = 0; c < cycles; c++) parallel_cycle();
}

static int check(void) {
  double sum = 0.0, worst = 0.0;
  for (int p = 0; p < CLOMP_numParts; p++) {
    double part = 0.0;
    for (int z = 0; z < CLOMP_zonesPerPart; z++) part += zone_value(p, z);
    worst = fmax(worst, fabs(part / part_at(p)->expected - 1.0));
    sum += part;
  }
  printf("values sum to %.12e, first %.17g, last %.17g\n", sum, zone_value(0, 0),
         zone_value(CLOMP_numParts - 1, CLOMP_zonesPerPart - 1));
  return !(worst < 1e-9);
}

int main(int argc, char **argv) {
  const int cycles = argc > 3 ? atoi(argv[3]) : 200;
  if (argc > 2) {
    CLOMP_numParts = atoi(argv[1]);
    CLOMP_zonesPerPart = atoi(argv[2]);
  }
  if (CLOMP_numParts < 1 || CLOMP_zonesPerPart < 1) return 2;
  allocate();
  for (int p = 0; p < CLOMP_numParts; p++) {
    part_at(p)->partId = p;
    part_at(p)->deposit_ratio = 1.0 / CLOMP_zonesPerPart * (1.0 + (p % 4) / 4.0);
  }
  do_parallel_version(cycles);
  return check();
}
