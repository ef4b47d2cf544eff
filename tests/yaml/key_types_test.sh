#!/usr/bin/env bash
# Checks that a table of keys does not compile if the type of a key does not match the struct member
# of the key (yaml/keys.h).
set -uo pipefail
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
command -v cc > /dev/null || { echo 'skipped: cc is not installed'; exit 77; }

compile() { # an entry of the table
  cat > "$folder/try.c" << END
#include "yaml/keys.h"
typedef struct thing { const char *name; } thing;
extern const tc_registry thing_registry, list;
extern const tc_keys thing_keys;
typedef enum colour { RED } colour;
typedef struct table {
  int32_t small;
  int64_t large;
  double real, three[3];
  const char *text;
  char room[20];
  colour colour;
  const thing *chosen;
  thing inside;
  TC_LIST(double) numbers;
  TC_LIST(thing) things;
} table;
const tc_key entry[] = {{$1}};
END
  cc -std=c17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$TETRACAST_SOURCE/lib" "$folder/try.c" 2> "$folder/errors"
}

right() { compile "$1" || { echo "FAILED: $1 does not compile:"; cat "$folder/errors"; exit 1; }; }
wrong() {
  compile "$1" && { echo "FAILED: $1 compiles"; exit 1; }
  grep -q 'is not compatible with any association' "$folder/errors" || { echo "FAILED: $1:"; cat "$folder/errors"; exit 1; }
}

right 'TC_KEY_VALUE(table, "a", int32, small)'
right 'TC_KEY_VALUE(table, "a", int64, large)'
right 'TC_KEY_VALUE(table, "a", number, three[1])'
right 'TC_KEY_VALUE(table, "a", text, text)'
right 'TC_KEY_VALUE(table, "a", text, inside.name)'
right 'TC_KEY_INDEX(table, "a", list, colour, colour)'
right 'TC_KEY_CHOICE(table, "a", thing, chosen)'
right 'TC_KEY_LIST(table, "a", number, numbers)'
right 'TC_KEY_CHAR_ARRAY(table, "a", room)'
right 'TC_KEY_MAP(table, "a", thing, inside)'
right 'TC_KEY_MAPS(table, "a", thing, things)'
wrong 'TC_KEY_VALUE(table, "a", int64, small)'
wrong 'TC_KEY_VALUE(table, "a", int32, large)'
wrong 'TC_KEY_VALUE(table, "a", number, small)'
wrong 'TC_KEY_VALUE(table, "a", number, three)'
wrong 'TC_KEY_VALUE(table, "a", text, room)'
wrong 'TC_KEY_VALUE(table, "a", text, real)'
wrong 'TC_KEY_INDEX(table, "a", list, colour, small)'
wrong 'TC_KEY_CHOICE(table, "a", thing, inside)'
wrong 'TC_KEY_LIST(table, "a", int64, numbers)'
wrong 'TC_KEY_LIST(table, "a", number, things)'
wrong 'TC_KEY_CHAR_ARRAY(table, "a", text)'
wrong 'TC_KEY_CHAR_ARRAY(table, "a", three)'
wrong 'TC_KEY_MAP(table, "a", thing, things)'
wrong 'TC_KEY_MAPS(table, "a", thing, numbers)'
