#!/usr/bin/env bash
# Grades a class on a Slurm cluster: an array job with a task for each part of the class, and a job
# after it that joins the parts.
#
#     docs/platforms/slurm.sh 8 submissions grades [--assignment my-assignment]
#
# The submissions are compiled here, where there is a Rust compiler, so the nodes need nothing but
# `grader`. All folders have to be on a file system that the nodes share.
#
# If a node fails or the job is cancelled, run the same command again: each part goes on where it was,
# and the parts that are done take a moment. `SBATCH_PARTITION`, `SBATCH_ACCOUNT` and the like choose
# where the jobs run; see `man sbatch`.
set -euo pipefail

if [ $# -lt 3 ]; then
    echo "usage: $0 PARTS SUBMISSIONS OUT [--assignment DIR]" >&2
    exit 2
fi
parts=$1 submissions=$(realpath "$2") out=$(realpath -m "$3")
shift 3
options=("$@")
work=$out.parts
mkdir -p "$work"

grader build "$submissions" --out "$work/programs" ${options[@]+"${options[@]}"}

# Quoted for the shell that runs it on the node, which sets the variables of the array.
printf -v grade '%q ' grader grade "$submissions" --prebuilt "$work/programs" --partition auto \
    ${options[@]+"${options[@]}"}
array=$(sbatch --parsable --job-name=grade --array="1-$parts" --cpus-per-task=1 \
    --output="$work/%a.log" --wrap="$grade --jobs 1 --out $(printf %q "$work")/\$SLURM_ARRAY_TASK_ID")

folders=()
for ((part = 1; part <= parts; part++)); do
    folders+=("$work/$part")
done
printf -v merge '%q ' grader merge "${folders[@]}" --out "$out"
join=$(sbatch --parsable --job-name=merge --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    --output="$work/merge.log" --wrap="$merge")

echo "grading as job $array, joining into $out as job $join; the logs are in $work"
