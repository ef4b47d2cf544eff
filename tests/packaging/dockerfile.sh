# shellcheck shell=bash disable=SC2034 # used by the test
# A small interpreter of Dockerfiles, sourced by debian_test.sh. Each stage is a Debian root
# (root.sh) instead of a layered image. The interpreter executes FROM, COPY, WORKDIR, RUN and USER,
# stores ENTRYPOINT in $entrypoint, and fails at other instructions. Afterwards $stage is the root
# of the last stage, $stage_user its user and $place its working directory.

# Prints the instructions of a Dockerfile, one per line.
list_instructions() {
  sed -e '/^[[:space:]]*#/d' -e '/^[[:space:]]*$/d' "$1" | sed -e ':more' -e '/\\$/{N;s/\\\n[[:space:]]*/ /;b more' -e '}'
}

# Starts a stage. Its root replaces the image debian:12-slim, which omits documentation.
begin_stage() { # image, as, name
  [ "$1" = debian:12-slim ] || fail "Dockerfile: the test has no image $1"
  stages=$((stages + 1)) stage=stage$stages stage_user=root place=/
  [ -z "${3-}" ] || stage_of[$3]=$stage
  make_root "$stage"
  printf 'path-exclude /usr/share/%s/*\n' doc man > "$folder/$stage/etc/dpkg/dpkg.cfg.d/docker"
}

copy_files() { # [--from=STAGE] source, destination
  local from=''
  case $1 in --from=*) from=${stage_of[${1#--from=}]}; shift ;; esac
  if [ -z "$from" ]; then
    [ "$1" = . ] || fail "Dockerfile: the test copies only . from outside, not $1"
    copy_source "$stage" "$2"
  else
    mkdir -p "$folder/$stage$2"
    # shellcheck disable=SC2086 # the source may be a pattern
    cp -r "$folder/$from"$1 "$folder/$stage$2"
  fi
}

execute_dockerfile() {
  local instruction words number=0
  declare -gA stage_of=()
  stages=0 entrypoint=''
  while IFS= read -r words; do
    instruction=${words%% *} words=${words#* } number=$((number + 1))
    # shellcheck disable=SC2086 # several words
    case $instruction in
      FROM) begin_stage $words ;;
      COPY) copy_files $words || fail "Dockerfile: COPY $words" ;;
      WORKDIR) place=$words; mkdir -p "$folder/$stage$place" ;;
      USER) stage_user=$words ;;
      RUN) expect_in_root "Dockerfile: RUN $words" "$stage" "$stage_user" "$words" || return ;;
      ENTRYPOINT) entrypoint=$(tr -d '[]",' <<< "$words") ;;
      *) fail "Dockerfile: the test has no instruction $instruction" ;;
    esac
  done < <(list_instructions "$1")
  [ "$number" -gt 0 ]
}
