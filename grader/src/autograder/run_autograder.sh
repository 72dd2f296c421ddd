#!/usr/bin/env bash
# Grades a submission on Gradescope. The platform copies this file to `/autograder/run_autograder`
# and runs it in a fresh container for each submission.
#
# Whatever happens, the script leaves a results file behind. A setting of the platform decides whether
# students see standard output, so the script only prints what they may see.
#
# It does not use `set -e`, because a failed command must not end it without a results file.
set -uo pipefail

root=${AUTOGRADER_ROOT:-/autograder}
source=$root/source
home=$root/grader
results=$root/results

# Prints the message and exits. The platform then reads `results.json`.
finish() {
    printf '%s\n' "$2"
    exit "$1"
}

no_score() {
    finish 1 "No score: $1. The autograder is at fault. This does not cost anyone points."
}

umask 022
mkdir -p -- "$results" || no_score "cannot create the results folder"
# This comes first, so that the file exists even if this script is killed. It contains neither a score
# nor tests, which the platform treats as a failed autograder instead of a zero.
cp -- "$source/no-score.json" "$results/results.json" || no_score "cannot write the results"
rm -f -- "$results/grader.log"

# Defines TARGET, RUST and SECONDS_TO_GRADE.
# shellcheck source=/dev/null
. "$source/settings.sh" || no_score "the autograder is incomplete"
sysroot=$(<"$home/sysroot") || no_score "the autograder was not set up"
work=$(mktemp -d) || no_score "cannot create temporary files"
trap 'rm -rf -- "$work"' EXIT

# Use the cache that setup.sh has prepared, or a copy if it belongs to another user or is read-only.
cache=$home/cache
if [[ ! -O $cache || ! -w $cache ]]; then
    cp -R -- "$cache" "$work/cache" || no_score "cannot copy the cache"
    cache=$work/cache
fi

options=(--no-install --color never --format gradescope --out "$work/results.json")
# Lists earlier attempts, for rubrics that take them into account.
history=$root/submission_metadata.json
if [[ -r $history ]]; then options+=(--history "$history"); fi
if [[ -d $source/assignment ]]; then options+=(--assignment "$source/assignment"); fi

# The output goes to a file that only instructors can see, in the platform's debugger.
status=0
# No other users share the container, whatever the permissions of the platform's folders are.
TMPDIR=$work GRADER_CACHE_DIR=$cache GRADER_ALONE=1 RUSTC=$sysroot/bin/rustc \
    timeout --kill-after=10 "$SECONDS_TO_GRADE" \
    "$home/bin/grader" check "$root/submission" "${options[@]}" >"$work/log" 2>&1 </dev/null \
    || status=$?
cp -- "$work/log" "$results/grader.log"

# Exit codes 0 and 1 mean graded, 2 means rejected or not graded, and 3 is a grader error. The grader writes either a
# complete report or none, and it writes none if the assignment is invalid.
if ((status <= 3)) && [[ -s $work/results.json ]]; then
    if ! { cp -- "$work/results.json" "$results/.results.json" \
        && mv -f -- "$results/.results.json" "$results/results.json"; }; then
        no_score "cannot write the results"
    fi
    case $status in
        0 | 1) finish 0 "The submission was graded." ;;
        2) finish 0 "The submission was rejected, or is an attempt that does not count." ;;
    esac
fi
case $status in
    124 | 137) no_score "the grader was stopped after $SECONDS_TO_GRADE seconds, or ran out of memory" ;;
    *) no_score "the grader ended with exit code $status" ;;
esac
