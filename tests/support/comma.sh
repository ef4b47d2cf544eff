# shellcheck shell=bash
# Makes the locale "comma" in a directory: that of C with a decimal comma. It needs nothing but localedef of the C library,
# not the sources of any language. LOCPATH=DIRECTORY LC_ALL=comma then selects the locale.
make_comma() { # directory
  command -v localedef > /dev/null || return 77
  printf '%s\n' 'LC_NUMERIC' 'decimal_point "<U002C>"' 'thousands_sep "<U002E>"' 'grouping 3;3' 'END LC_NUMERIC' \
    'LC_CTYPE' 'END LC_CTYPE' > "$1/comma.source"
  # Categories that are missing are warnings, which exit code 1 stands for.
  I18NPATH=$1 localedef -c --quiet --no-archive -i "$1/comma.source" "$1/comma" 2> /dev/null
  [ -e "$1/comma/LC_NUMERIC" ] || return 77
}
