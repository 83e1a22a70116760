#!/bin/bash
# Lesson 08-memory: a GPT whose training state is divided among devices (ZeRO stage 3); preset full
# As `./workbook submit` submits it; by hand: mkdir -p results/jobs && sbatch FILE
#SBATCH --job-name=memory
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=80
#SBATCH --gres=gpu:4
#SBATCH --mem=240G
#SBATCH --time=01:00:00
#SBATCH --signal=B:USR2@120
#SBATCH --no-requeue
#SBATCH --open-mode=append
#SBATCH --output=results/jobs/%x-%j.txt

workbook=$HOME/parallel-training
job=${WORKBOOK_JOB:-$PWD/results/jobs/$SLURM_JOB_NAME-$SLURM_JOB_ID} # record, checkpoints and journal; kept by a restart
restarts=0 # how often the job may start again by itself

export WORKBOOK_RECORD=$job/run.json WORKBOOK_CHECKPOINT=$job/checkpoint
export WORKBOOK_DATA_DIR="${WORKBOOK_DATA_DIR:-$HOME/.cache/parallel-training}"
export WORKBOOK_OFFLINE=1 # nodes may have no internet: nothing is downloaded in a job
export CUDA_CACHE_PATH="${CUDA_CACHE_PATH:-${XDG_CACHE_HOME:-$HOME/.cache}/parallel-training/cuda}"
export CUDA_CACHE_MAXSIZE=${CUDA_CACHE_MAXSIZE:-4294967296} # bytes of compiled GPU kernels, kept for the next job
mkdir -p "$CUDA_CACHE_PATH"
export WORKBOOK_PRESET=full
[ -w "${TMPDIR:-/tmp}" ] || unset TMPDIR # the submitter's, which this node may lack
# What only this job's processes know: by it they find each other, and nobody else on the nodes takes part.
WORKBOOK_MEETING=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export WORKBOOK_MEETING

mkdir -p "$job"
note() { echo "$(date -u +%FT%TZ) $*" >>"$job/journal.txt"; }

# Before the time limit Slurm sends USR2 to this script, whose TERM lets the training end with a checkpoint.
trap 'note time-limit; scancel --signal=TERM "$SLURM_JOB_ID"' USR2

# One process a node. One that fails ends the others; one that ended by TERM does not: the chief may still be saving.
run='trap : TERM; "$@"; status=$?; [ $status -eq 143 ] || exit $status'
note "started ${SLURM_RESTART_COUNT:-0} $SLURM_JOB_NODELIST"
srun --ntasks-per-node=1 --cpus-per-task="$SLURM_CPUS_PER_TASK" --kill-on-bad-exit=1 bash -c "$run" run \
  node "$workbook/workbook" run 08-memory/train \
  --dataset shakespeare \
  --device gpu \
  --model gpt2 \
  --context 1024 \
  --batch-size 32 \
  --epochs 2 \
  --devices 4 \
  --zero 3 &
step=$!
# A signal ends `wait`, but not the step.
wait $step
while kill -0 $step 2>/dev/null; do wait $step; done
wait $step
status=$?

outcome=$(grep -s -o -m 1 '"outcome":"[a-z-]*"' "$job/run.json" | cut -d '"' -f 4)
if [ "$outcome" = interrupted ] && [ $status -eq 0 ]; then status=143; fi
note "ended $status $outcome"

# Wrong arguments (status 2), a batch that is too large, and a program that never began would fail again.
if [ $status -ne 0 ] && [ $status -ne 2 ] && [ -n "$outcome" ] && [ "$outcome" != out-of-memory ] &&
  [ "${SLURM_RESTART_COUNT:-0}" -lt $restarts ]; then
  note "restarts"
  scontrol requeue "$SLURM_JOB_ID" && sleep 120 # until Slurm ends this script
fi
exit $status
