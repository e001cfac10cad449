#!/usr/bin/env bash
# launch.sh N PROGRAM ARGUMENT...: the program in N processes of this machine, which share its devices
# and its GPUs. Ends as the first of them that fails; none is left then. Needs bash 5.1.
#   SHARDC_PORT   where they meet, on this machine alone; else one that this script chooses
set -u
if (($# < 2)) || [[ ! $1 =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: $0 N PROGRAM ARGUMENT..." >&2
  exit 2
fi
n=$1
shift
export SHARDC_WORLD=$n SHARDC_COORDINATOR=127.0.0.1:${SHARDC_PORT:-$((20000 + $$ % 12000))}
SHARDC_TOKEN=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export SHARDC_TOKEN

pids=()
trap 'kill "${pids[@]}" 2>/dev/null' INT TERM HUP
for ((rank = 0; rank < n; ++rank)); do
  SHARDC_RANK=$rank "$@" &
  pids+=($!)
done

code=0
for ((k = 0; k < n && code == 0; ++k)); do
  wait -n -p ended
  code=$?
done
((code == 0)) && exit 0
for ((rank = 0; rank < n; ++rank)); do
  [[ ${pids[rank]} == "${ended:-}" ]] && ((code > 128)) &&
    echo "$0: process $rank was ended by signal $((code - 128))" >&2
done
# The others end by themselves within a second, but one that is stopped.
for ((tenths = 0; tenths < 20; ++tenths)); do
  [[ -n $(jobs -pr) ]] || break
  sleep 0.1
done
for pid in $(jobs -p); do
  kill -KILL "$pid" 2>/dev/null
done
wait
exit $code
