#!/usr/bin/env bash
# A Slurm cluster of one node on this machine, for trying queens.sbatch where there is no cluster and no
# systemd: Debian's packages slurm-wlm and munge, run as root.
#
#   single-node.sh start DIRECTORY   daemons, with all they write below DIRECTORY
#   single-node.sh run COMMAND...    a command (sbatch, squeue, sinfo ...) within the cluster
#   single-node.sh stop              ends the daemons, removes the namespace
#
# The node needs an address outside 127/8, and the machine's own network, name and files in /etc are
# left alone: everything runs in a network namespace and under a configuration of its own.
set -euo pipefail
readonly space=puzzled-slurm address=10.213.7.1 node=queens1
readonly state=/run/$space
readonly inside=(ip netns exec "$space" env "SLURM_CONF=$state/slurm.conf")

write_configuration() { # DIRECTORY
  # The memory that the node is said to have: what there is, in MiB, less some for the system.
  local memory
  memory=$(awk '/^MemTotal:/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
  cat >"$state/slurm.conf" <<CONF
ClusterName=puzzled
# The controller knows itself by the machine's name.
SlurmctldHost=$(hostname -s)($address)
MailProg=/bin/true
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$state/munge/munge.socket
CryptoType=crypto/munge
StateSaveLocation=$1/controller
SlurmdSpoolDir=$1/node
SlurmctldPidFile=$state/slurmctld.pid
SlurmdPidFile=$state/slurmd.pid
SlurmctldLogFile=$1/slurmctld.log
SlurmdLogFile=$1/slurmd.log
# Processes are tracked without control groups, for they may not be mounted.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
NodeName=$node NodeAddr=$address CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
  echo "CgroupPlugin=cgroup/v1" >"$state/cgroup.conf"
}

start() { # DIRECTORY
  local directory
  mkdir -p "$1"
  directory=$(realpath "$1")
  if [[ -e $state ]]; then
    echo "single-node.sh: $state is there already; 'single-node.sh stop' ends that cluster" >&2
    exit 1
  fi
  mkdir -p "$state" "$directory"/{controller,node}
  ip netns add "$space"
  ip -n "$space" link set lo up
  ip -n "$space" address add "$address/32" dev lo
  write_configuration "$directory"

  # munge wants its directory to itself, and a key of this cluster's own.
  install -d -o munge -g munge -m 755 "$state/munge"
  dd if=/dev/urandom of="$state/munge/key" bs=1024 count=1 status=none
  chown munge: "$state/munge/key" && chmod 400 "$state/munge/key"
  runuser -u munge -- munged --key-file="$state/munge/key" --socket="$state/munge/munge.socket" \
    --pid-file="$state/munge/munged.pid" --log-file="$state/munge/munged.log" \
    --seed-file="$state/munge/munged.seed"

  "${inside[@]}" slurmctld
  "${inside[@]}" slurmd -N "$node"
  local attempt
  for attempt in {1..30}; do
    [[ $("${inside[@]}" sinfo --noheader --format=%T 2>/dev/null) != idle ]] || return 0
    sleep 1
  done
  echo "single-node.sh: the node did not become idle after $attempt s; see $directory/*.log" >&2
  exit 1
}

stop() {
  local file
  for file in slurmd.pid slurmctld.pid munge/munged.pid; do
    [[ ! -s $state/$file ]] || kill "$(<"$state/$file")" || true
  done
  ip netns delete "$space"
  rm -r "$state"
}

case ${1:-} in
  start) start "${2:?is the directory for what the daemons write}" ;;
  run) shift && exec "${inside[@]}" "$@" ;;
  stop) stop ;;
  *)
    echo "usage: single-node.sh start DIRECTORY | run COMMAND... | stop" >&2
    exit 2
    ;;
esac
