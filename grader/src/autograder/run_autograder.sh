#!/usr/bin/env bash
# Grades a submission on Gradescope. The platform copies this file to `/autograder/run_autograder`
# and runs it in a fresh container for each submission.
#
# Whatever happens, there is a file of results in the end. What students may see of its standard
# output is up to a setting of the platform, so there is nothing on it that is not for them.
#
# There is no `set -e` here: nothing that fails may end this script without a file of results.
set -uo pipefail

root=${AUTOGRADER_ROOT:-/autograder}
source=$root/source
home=$root/grader
results=$root/results

# Ends with what is in `results.json`: by now, or by what was put there first, no score.
finish() {
    printf '%s\n' "$2"
    exit "$1"
}

no_score() {
    finish 1 "There is no score: $1. The autograder is at fault. This does not cost anyone points."
}

umask 022
mkdir -p -- "$results" || no_score "the folder of results cannot be made"
# First of all, so that it is there even if this script is killed. It has neither a score nor tests:
# for the platform that is an autograder that failed, and no zero.
cp -- "$source/no-score.json" "$results/results.json" || no_score "no results can be written"
rm -f -- "$results/grader.log"

# TARGET, RUST and SECONDS_TO_GRADE.
# shellcheck source=/dev/null
. "$source/settings.sh" || no_score "the autograder is not whole"
sysroot=$(<"$home/sysroot") || no_score "the autograder was not set up"
work=$(mktemp -d) || no_score "there is no room for temporary files"
trap 'rm -rf -- "$work"' EXIT

# What setup.sh has prepared, as it is or in a copy if it is another user's or cannot be written.
cache=$home/cache
if [[ ! -O $cache || ! -w $cache ]]; then
    cp -R -- "$cache" "$work/cache" || no_score "the caches cannot be read"
    cache=$work/cache
fi

options=(--no-install --color never --format gradescope --out "$work/results.json")
# Earlier attempts, if the rubric counts them.
history=$root/submission_metadata.json
if [[ -r $history ]]; then options+=(--history "$history"); fi
if [[ -d $source/assignment ]]; then options+=(--assignment "$source/assignment"); fi

# A small container has memory for one case at a time only. The grade is the same.
for limit in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    if [[ -r $limit ]]; then
        bytes=$(<"$limit")
        if [[ $bytes =~ ^[0-9]{1,18}$ ]] && ((bytes < 2 << 30)); then options+=(--jobs 1); fi
    fi
done

# All that it says goes to a file that only instructors can see, in the platform's debugger.
status=0
# The container has nobody else in it, whatever the modes of the platform's folders are.
TMPDIR=$work GRADER_CACHE_DIR=$cache GRADER_ALONE=1 RUSTC=$sysroot/bin/rustc \
    timeout --kill-after=10 "$SECONDS_TO_GRADE" \
    "$home/bin/grader" check "$root/submission" "${options[@]}" >"$work/log" 2>&1 </dev/null \
    || status=$?
cp -- "$work/log" "$results/grader.log"

# 0 and 1 are graded, 2 is rejected or not graded, and 3 a fault of the grader. The grader writes a report whole or
# not at all, and none if it is the assignment that is wrong.
if ((status <= 3)) && [[ -s $work/results.json ]]; then
    if ! { cp -- "$work/results.json" "$results/.results.json" \
        && mv -f -- "$results/.results.json" "$results/results.json"; }; then
        no_score "the results cannot be written"
    fi
    case $status in
        0 | 1) finish 0 "The submission was graded." ;;
        2) finish 0 "The submission was rejected, or is an attempt that does not count." ;;
    esac
fi
case $status in
    124 | 137) no_score "the grader was stopped after $SECONDS_TO_GRADE seconds or for want of memory" ;;
    *) no_score "the grader ended with exit code $status" ;;
esac
