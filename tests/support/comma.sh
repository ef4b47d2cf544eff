# shellcheck shell=bash
# Creates the locale "comma" in a directory: the locale C with a decimal comma. Only localedef of the C library is needed, and no
# sources of other locales. LOCPATH=DIRECTORY LC_ALL=comma then selects the locale.
make_comma() { # directory
  command -v localedef > /dev/null || return 77
  printf '%s\n' 'LC_NUMERIC' 'decimal_point "<U002C>"' 'thousands_sep "<U002E>"' 'grouping 3;3' 'END LC_NUMERIC' \
    'LC_CTYPE' 'END LC_CTYPE' > "$1/comma.source"
  # localedef warns of missing categories with exit code 1, so the created file is checked instead of the exit code.
  I18NPATH=$1 localedef -c --quiet --no-archive -i "$1/comma.source" "$1/comma" 2> /dev/null
  [ -e "$1/comma/LC_NUMERIC" ] || return 77
}
