# shellcheck shell=bash
# Sourced by apps/common.sh. Passes command lines to servers (tests/support/server.c), which run them without a new launch. There is
# one server for each number of ranks. Servers inherit the environment and the limits of the shell, which must not change after the
# first call, except for OMP_NUM_THREADS. Servers are background jobs, so scripts must wait for other jobs by process number.
declare -A server_process=() server_place=()
server_rank=() server_reply=()
# shellcheck disable=SC2154 # $folder is set by apps/common.sh
server_programs=${TETRACAST%/*} server_folder=$folder.server

# Sets `state` to the environment and the limits, without the variables that a request contains.
# Writes them to a file and reads them from it, because a command substitution would start a
# process.
server_state() {
  local line
  if [ -z "${server_notes-}" ]; then
    mkdir -p "$server_folder" || exit 1
    exec {server_notes}>> "$server_folder/state" {server_notes_end}< "$server_folder/state"
  fi
  { export -p && ulimit -Sa && echo 'end of the state'; } >&"$server_notes"
  state=
  while IFS= read -r -u "$server_notes_end" line && [ "$line" != 'end of the state' ]; do
    case $line in 'declare -x OMP_NUM_THREADS'* | 'declare -x PWD'* | 'declare -x OLDPWD'*) ;; *) state+=$line$'\n' ;; esac
  done
}

# server_can: succeeds if a server can run $TETRACAST for the calling shell.
server_can() {
  [ -x "${TETRACAST_TESTS-}/server" ] && [ "$BASH_SUBSHELL" = 0 ] && [ "${TETRACAST%/*}" = "$server_programs" ] || return
  case ${TETRACAST##*/} in tetracast | heat2d | finegrain) ;; *) return 1 ;; esac
  [[ ${OMP_NUM_THREADS-1} =~ ^[1-9][0-9]?$ ]] || return
  local state
  server_state
  [ "$state" = "${server_state_at_start=$state}" ]
}

server_start() { # ranks
  local ranks=$1 place=$server_folder/$1.$RANDOM rank fifo
  local start=(env OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self "OMPI_MCA_orte_tmpdir_base=$place")
  # shellcheck disable=SC2206 # several words
  [ "$ranks" = 0 ] || start=($mpirun -np "$ranks")
  mkdir -p "$place" && mkfifo "$place/reply" || exit 1
  exec {fifo}<> "$place/reply"
  server_reply[ranks]=$fifo
  for ((rank = 0; rank < ranks || rank == 0; rank++)); do
    mkfifo "$place/rank.$rank" || exit 1
    exec {fifo}<> "$place/rank.$rank"
    server_rank[100 * ranks + rank]=$fifo
  done
  {
    for fifo in "${server_rank[@]}" "${server_reply[@]}"; do exec {fifo}>&-; done # so that the server detects the end of the FIFO
    exec "${start[@]}" "$TETRACAST_TESTS/server" "$place" $$
  } > "$place/log" 2>&1 < /dev/null &
  server_process[$ranks]=$! server_place[$ranks]=$place
}

# server_end: ends all servers and waits for them.
server_end() {
  local fifo
  for fifo in "${server_rank[@]}"; do exec {fifo}>&-; done
  [ ${#server_process[@]} = 0 ] || wait "${server_process[@]}"
  server_process=() server_rank=() server_reply=()
}

server_stop() { # ranks
  kill "${server_process[$1]}" 2> /dev/null
  wait "${server_process[$1]}" 2> /dev/null
  unset "server_process[$1]"
}

# server_launch RANKS SECONDS ARGUMENT..: runs $TETRACAST and returns the exit code. Returns 124 after 4 x SECONDS.
server_launch() {
  local ranks=$1 seconds=$2 rank line part='' received=0 waited=0 rc=0
  shift 2
  [ -n "${server_process[$ranks]-}" ] || server_start "$ranks"
  local words=("$PWD" "${OMP_NUM_THREADS-}" "$folder/stdout" "$folder/stderr" "${TETRACAST##*/}" "$@")
  for ((rank = 0; rank < ranks || rank == 0; rank++)); do
    printf '%s\0' ${#words[@]} "${words[@]}" >&"${server_rank[100 * ranks + rank]}"
  done
  while [ $received -lt $((ranks > 1 ? ranks : 1)) ]; do
    if read -r -t 1 -u "${server_reply[ranks]}" line; then
      received=$((received + 1)) line=$part$line part=''
      [ "$line" -le $rc ] || rc=$line
    elif part+=$line && ! kill -0 "${server_process[$ranks]}" 2> /dev/null; then
      # The program has ended the server, for example by MPI_Abort.
      wait "${server_process[$ranks]}"
      rc=$?
      unset "server_process[$ranks]"
      cat "${server_place[$ranks]}/log" >&2
      [ $rc != 0 ] || rc=1
      break
    elif [ $((waited += 1)) -gt $((4 * seconds)) ]; then
      echo "HANGS: not over after $((4 * seconds)) s: $*" >&2
      server_stop "$ranks"
      return 124
    fi
  done
  return $rc
}
