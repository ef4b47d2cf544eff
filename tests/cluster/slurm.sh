#!/usr/bin/env bash
# A real SLURM on virtual nodes (nodes.sh), for tests. slurmctld runs on node1, and a slurmd runs on each
# node. See README.md.
#
#   slurm.sh check                          exit 0, or 77 and one line that names what is missing
#   slurm.sh with NODES CPUS COMMAND...     starts SLURM on NODES nodes with CPUS processors each, runs
#                                           COMMAND on node1, where sbatch, srun and squeue work,
#                                           and removes everything
#
# SLURM writes, listens and starts processes only in the namespaces of the nodes: their /run, network and
# processes. When the nodes are removed, SLURM is removed too, even if this script is killed. A SLURM of the
# machine itself is not affected.
# shellcheck disable=SC2015,SC2016
set -euo pipefail

self=$(readlink -f "${BASH_SOURCE[0]}")
readonly self nodes=${self%/*}/nodes.sh folder=/run/slurm
# Debian installs the daemons in directories that are not in the PATH of users other than root.
PATH=$PATH:/usr/sbin:/sbin

usage() {
  sed -n '2,/^$/{/^#   /s/^#   //p}' "$self" | grep '^slurm.sh' >&2
  exit 2
}

is_count() { [[ "${1:-}" =~ ^[1-9][0-9]?$ ]]; }

missing() {
  echo "skipped: SLURM needs $1"
  exit 77
}

check() {
  local tool plugin
  for tool in slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client; do
    command -v "${tool%:*}" > /dev/null || missing "the program ${tool%:*} (apt-get install --no-install-recommends ${tool#*:})"
  done
  for plugin in auth_none cred_none mpi_pmix; do
    compgen -G "/usr/lib*/*/$plugin.so" > /dev/null || compgen -G "/usr/lib/*/slurm*/$plugin.so" > /dev/null ||
      missing "its plugin $plugin, which Debian 12 has in slurm-wlm-basic-plugins"
  done
  # slurmd drops its supplementary groups. Some user namespaces do not permit this, even to their root.
  [ "$(cat /proc/self/setgroups 2> /dev/null || echo allow)" = allow ] || missing 'a user namespace that allows setgroups'
  "$nodes" check
}

# write_config: writes slurm.conf. SLURM needs no authentication, because no other user can reach the nodes.
# The nodes share files, so each node needs different names for the files and directories that it writes. This
# includes its directory for temporary files, in which srun's PMIx creates directories that are named after
# the job only.
write_config() { # nodes, processors
  local k
  cat << END
ClusterName=room
SlurmctldHost=node1(10.77.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
TmpFS=$folder/tmp.%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
EnforcePartLimits=ALL
PropagateResourceLimits=NONE
ReturnToService=2
SlurmdTimeout=10
KillWait=2
END
  for k in $(seq "$1"); do echo "NodeName=node$k NodeAddr=10.77.0.$k CPUs=$2 RealMemory=65536 State=UNKNOWN"; done
  echo 'PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP'
}

idle() { "$nodes" on 1 sinfo --noheader --Node --states=idle --format=%N 2> /dev/null | sort -u | wc -l; }

# in_room: runs in the namespaces that the nodes share, but on none of the nodes.
in_room() {
  local count=$1 processors=$2 k waited
  shift 2
  mkdir -p "$folder/state"
  write_config "$count" "$processors" > "$folder/slurm.conf"
  unset "${!SLURM_@}" "${!SBATCH_@}" # of a job of the machine's own SLURM
  export SLURM_CONF=$folder/slurm.conf
  # Without mpirun, Open MPI would create its session directories in the machine's /tmp.
  export OMPI_MCA_orte_tmpdir_base=/run/session
  "$nodes" on 1 slurmctld
  for k in $(seq "$count"); do
    mkdir -p "$folder/spool.node$k" "$folder/tmp.node$k"
    "$nodes" on "$k" slurmd -N "node$k"
  done
  for waited in {1..1200}; do [ "$(idle)" != "$count" ] || break; sleep 0.1; done
  if [ "$(idle)" != "$count" ]; then
    echo "slurm.sh: not all nodes are ready after $((waited / 10)) s; the logs end with" >&2
    tail -n 5 "$folder"/*.log >&2
    exit 1
  fi
  "$nodes" on 1 "$@"
}

action=${1:-}
[ $# = 0 ] || shift
case $action in
  check) [ $# = 0 ] || usage; check ;;
  with) is_count "${1:-}" && is_count "${2:-}" && [ $# -ge 3 ] || usage; check; exec "$nodes" with "$1" "$self" in-room "$@" ;;
  in-room) in_room "$@" ;;
  *) usage ;;
esac
