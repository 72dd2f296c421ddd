#!/usr/bin/env bash
# Grades a class on a Slurm cluster: an array job with one task per part of the class, followed by a job that
# merges the parts.
#
#     docs/platforms/slurm.sh 8 submissions grades --assignment my-assignment --roster roster.csv
#
# All options of `grader grade` are passed on, except those that this script sets itself.
#
# Run this script on a machine with a Rust compiler: it compiles the submissions here, so the nodes need only
# `grader`. All folders must be on a file system that the nodes share. In a folder that a whole project can write to, set
# `GRADER_ALONE=1` if everyone in the project may change grades.
#
# If a node fails or the job is canceled, run the same command again. Each part resumes where it stopped, and
# completed parts take only a moment. To choose where the jobs run, set `SBATCH_PARTITION`, `SBATCH_ACCOUNT`,
# and similar variables; see `man sbatch`.
set -euo pipefail

if [ $# -lt 3 ]; then
    echo "usage: $0 PARTS SUBMISSIONS OUT [OPTIONS OF grader grade]" >&2
    exit 2
fi
parts=$1 submissions=$(realpath "$2") out=$(realpath -m "$3")
shift 3
options=("$@")
# `grader build` knows only those options that decide what is compiled.
build_options=()
while [ $# -gt 0 ]; do
    case $1 in
        --assignment | --platform | --attempts) build_options+=("$1" "${2-}") ;;
        --assignment=* | --platform=* | --attempts=*) build_options+=("$1") ;;
    esac
    shift
done
work=$out.parts
mkdir -p "$work"
chmod 700 "$work"

grader build "$submissions" --out "$work/programs" ${build_options[@]+"${build_options[@]}"}

# Quoted for the shell on the node, where the variables of the array are set. Exit code 1 means that the part is graded
# and that somebody should look at a result. `merge` reports this for the whole class.
printf -v grade '%q ' grader grade "$submissions" --prebuilt "$work/programs" --partition auto \
    ${options[@]+"${options[@]}"}
array=$(sbatch --parsable --job-name=grade --array="1-$parts" --cpus-per-task=1 \
    --output="$work/%a.log" \
    --wrap="$grade --jobs 1 --out $(printf %q "$work")/\$SLURM_ARRAY_TASK_ID || [ \$? -eq 1 ]")

folders=()
for ((part = 1; part <= parts; part++)); do
    folders+=("$work/$part")
done
printf -v merge '%q ' grader merge "${folders[@]}" --out "$out"
join=$(sbatch --parsable --job-name=merge --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    --output="$work/merge.log" --wrap="$merge")

echo "grading in job $array, merging into $out in job $join; the logs are in $work"
