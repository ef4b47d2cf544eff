/* The parts of a step that are timed and forecast. */
#ifndef TC_COMM_PARTS_H
#define TC_COMM_PARTS_H

/* Seconds per part. The list fixes the names in reports and their order. */
#define TC_PARTS(X) X(pack) X(transfer) X(copy) X(unpack) X(compute)

typedef struct tc_parts {
#define TC_PART(name) double name;
  TC_PARTS(TC_PART)
#undef TC_PART
  /* Not a part: the longest time that this rank stayed away from MPI while others may have waited for it to
   * serve their reads (strategies that access while computing, across nodes). */
  double longest_silence_s;
} tc_parts;

enum {
#define TC_PART(name) TC_PART_##name,
  TC_PARTS(TC_PART)
#undef TC_PART
      TC_PART_COUNT
};

const char *tc_part_name(int part);
double *tc_part_at(tc_parts *parts, int part);
double tc_parts_total(const tc_parts *parts);

#endif
