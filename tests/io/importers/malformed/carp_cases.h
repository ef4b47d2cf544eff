/* Malformed mesh files of openCARP: a valid template and the edits that make it malformed. */
#ifndef TC_TESTS_MALFORMED_CARP_H
#define TC_TESTS_MALFORMED_CARP_H

#include "io/importers/malformed/template.h"

static const char carp_text[] = "@heart.pts\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n"
                                "@heart.elem\n2\nTt 0 1 2 3 1\nTt 1 2 3 4 2\n"
                                "@heart.lon\n1\n1 0 0\n0 1 0\n";

static const malformed_case carp_cases[] = {
    {"elements missing", {{"@heart.elem", "@other.elem"}}},
    {"empty points", {{"5\n0 0 0", NULL}}},
    {"number of points is a word", {{"5\n0 0 0", "five\n0 0 0"}}},
    {"negative number of points", {{"5\n0 0 0", "-5\n0 0 0"}}},
    {"header of points missing", {{"5\n0 0 0", "0 0 0"}}},
    {"one point too few", {{"5\n0 0 0", "6\n0 0 0"}}},
    {"one point too many", {{"5\n0 0 0", "4\n0 0 0"}}},
    {"huge number of points", {{"5\n0 0 0", "4000000000\n0 0 0"}}},
    {"NaN coordinate", {{"1 1 1\n", "1 nan 1\n"}}},
    {"coordinate missing", {{"1 1 1\n", "1 1\n"}}},
    {"coordinate is a word", {{"1 1 1\n", "1 1 one\n"}}},
    {"truncated points", {{"0 1\n1 1 1\n", NULL}}},
    {"one element too few", {{"2\nTt", "3\nTt"}}},
    {"one element too many", {{"2\nTt", "1\nTt"}}},
    {"huge number of elements", {{"2\nTt", "99999999999999999999\nTt"}}},
    {"unknown shape", {{"Tt 1 2", "Xx 1 2"}}},
    {"shape missing", {{"Tt 1 2", "1 2"}}},
    {"unknown point", {{"2 3 4 2", "2 3 5 2"}}},
    {"negative point", {{"2 3 4 2", "2 3 -1 2"}}},
    {"numbered from 1", {{"0 1 2 3 1", "1 2 3 4 1"}, {"1 2 3 4 2\n@", "2 3 4 5 2\n@"}}},
    {"tag missing", {{"2 3 4 2", "2 3 4"}}},
    {"tag is a word", {{"2 3 4 2", "2 3 4 wall"}}},
    {"tag of 40 bits", {{"2 3 4 2", "2 3 4 1099511627776"}}},
    {"point missing", {{"0 1 2 3 1", "0 1 2"}, {"2 3 4 2", "2 3 4"}}},
    {"hexahedra", {{"Tt 1 2 3 4 2", "Hx 0 1 2 3 4 0 1 2 2"}}},
    {"triangles only", {{"Tt 0 1 2 3 1", "Tr 0 1 2 1"}, {"Tt 1 2 3 4 2", "Tr 1 2 3 2"}}},
    {"truncated elements", {{"\nTt 1 2", NULL}}},
    {"one direction too few", {{"1\n1 0 0\n0 1 0\n", "1\n1 0 0\n"}}},
    {"one direction too many", {{"1\n1 0 0\n", "1\n1 0 0\n1 0 0\n"}}},
    {"header of directions 3", {{"@heart.lon\n1", "@heart.lon\n3"}}},
    {"direction is not finite", {{"1\n1 0 0\n", "1\n1 inf 0\n"}}},
    {"direction is a word", {{"1\n1 0 0\n", "1\n1 x 0\n"}}},
    {"directions of sheets, header 1", {{"1\n1 0 0\n0 1 0\n", "1\n1 0 0 0 1 0\n0 1 0 1 0 0\n"}}},
    {"binary file", {{"5\n0 0 0", "{x 00 01 02}"}}},
    {"flat cell", {{"1 1 1\n", ".5 .5 0\n"}}},
    {"repeated point", {{"1 2 3 4 2", "1 2 2 4 2"}}},
};

static const char tetgen_text[] = "@heart.node\n5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n"
                                  "@heart.ele\n2 4 1\n1 1 2 3 4 10\n2 2 3 4 5 20\n"
                                  "@heart.face\n2 1\n1 1 2 3 6\n2 2 3 5 9\n";

static const malformed_case tetgen_cases[] = {
    {"cells missing", {{"@heart.ele", "@other.ele"}}},
    {"two dimensions", {{"5 3 0 0", "5 2 0 0"}}},
    {"one node too few", {{"5 3 0 0", "6 3 0 0"}}},
    {"huge number of nodes", {{"5 3 0 0", "500000000 3 0 0"}}},
    {"NaN coordinate", {{"5 1 1 1", "5 1 nan 1"}}},
    {"quadratic cells", {{"2 4 1", "2 10 1"}}},
    {"unknown node", {{"2 2 3 4 5 20", "2 2 3 4 6 20"}}},
    {"region of 40 bits", {{"2 2 3 4 5 20", "2 2 3 4 5 1099511627776"}}},
    {"triangle that is no face", {{"1 1 2 3 6", "1 1 2 5 6"}}},
    {"two markers", {{"2 2 3 5 9", "2 1 2 3 9"}}},
    {"flat cell", {{"5 1 1 1", "5 .5 .5 0"}}},
    {"truncated cells", {{" 4 5 20", NULL}}},
};

#endif
