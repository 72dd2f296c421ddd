#!/usr/bin/env bash
# Grades a submission on any CI: fetches a released grader, verifies it, installs the compiler that it grades
# with, and runs `grader check` with the arguments that it is given:
#
#     GRADER_REPOSITORY=OWNER/NAME GRADER_VERSION=0.1.0 GRADER_SHA256=... \
#         bash grade.sh submission --also junit=report.xml --summary report.md
#
#   GRADER_VERSION     the version to fetch, such as 0.1.0
#   GRADER_SHA256      the hash of its archive for this machine, from SHA256SUMS of the release
#   GRADER_REPOSITORY  the repository of the grader on GitHub, as OWNER/NAME
#   GRADER_URL         the address of the archive, if it is anywhere else
#   GRADER_TOKEN       a token that may read that repository, if it is private; `gh` fetches the archive then
#   GRADER_HEADER      a header for GRADER_URL, such as `JOB-TOKEN: ...`
#   GRADER_HOME        the folder for what is fetched [default: `grader-home` in the folder for temporary files]
#
# The exit code is that of `grader check`: 0 passed, 1 a check failed, 2 wrong usage or no submission, 3 the
# grader or the machine is at fault. Whatever goes wrong here ends with 2 if a variable is wrong, and with 3
# otherwise; neither is a grade.
set -euo pipefail

on_github() { [[ ${GITHUB_ACTIONS:-} == true ]]; }

die() {
    local code=$1
    shift
    if on_github; then printf '::error title=not graded::%s\n' "$*"; fi
    printf 'grade.sh: error: %s\n' "$*" >&2
    exit "$code"
}

# The system of this machine, as Rust names it, in `target`.
find_target() {
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) target=x86_64-unknown-linux-musl ;;
        Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
        Darwin-x86_64) target=x86_64-apple-darwin ;;
        Darwin-arm64) target=aarch64-apple-darwin ;;
        *) die 2 "there is no archive for $(uname -s) on $(uname -m) that this script can use" ;;
    esac
}

# The hash of a file: `sha256sum` is not on macOS.
sha256() {
    local line
    if command -v sha256sum >/dev/null; then line=$(sha256sum <"$1"); else line=$(shasum -a 256 <"$1"); fi
    printf '%s\n' "${line%% *}"
}

# Fetches the archive into a file. Neither token nor header is an argument, which others on the machine could see.
fetch() {
    local url=${GRADER_URL:-https://github.com/${GRADER_REPOSITORY:-}/releases/download/v$GRADER_VERSION/$archive}
    if [[ -z ${GRADER_URL:-} && -n ${GRADER_TOKEN:-} ]]; then
        command -v gh >/dev/null || die 3 "there is no \`gh\`, which fetches with GRADER_TOKEN: set GRADER_URL"
        GH_TOKEN=$GRADER_TOKEN gh release download "v$GRADER_VERSION" --repo "$GRADER_REPOSITORY" \
            --pattern "$archive" --output "$1" --clobber
        return
    fi
    local header=()
    if [[ -n ${GRADER_HEADER:-} ]]; then header=(--header @-); fi
    curl --fail --silent --show-error --location --retry 3 --output "$1" \
        ${header[@]+"${header[@]}"} "$url" <<<"${GRADER_HEADER:-}"
}

# Installs the compiler, unless it is there with the target for the sandbox.
install_compiler() {
    local folder wasm=wasm32-wasip1
    if ! command -v rustup >/dev/null; then
        command -v rustc >/dev/null || die 3 "there is no Rust compiler: use an image with rustup or Rust $1"
        return 0
    fi
    if ! folder=$(rustup run "$1" rustc --print target-libdir --target "$wasm" 2>/dev/null) \
        || [[ ! -d $folder ]]; then
        rustup toolchain install "$1" --profile minimal --target "$wasm" --no-self-update >&2 \
            || die 3 "Rust $1 with the target $wasm cannot be installed"
    fi
    # It counts more than a `rust-toolchain.toml` in the submission.
    export RUSTUP_TOOLCHAIN=$1
}

[[ ${GRADER_VERSION:-} =~ ^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.-]*$ ]] \
    || die 2 "GRADER_VERSION must be a version such as 0.1.0, but it is \`${GRADER_VERSION:-}\`"
[[ ${GRADER_SHA256:-} =~ ^[0-9a-f]{64}$ ]] \
    || die 2 "GRADER_SHA256 must be the hash of the archive: 64 digits, from SHA256SUMS of the release"
[[ -n ${GRADER_URL:-} || ${GRADER_REPOSITORY:-} =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ ]] \
    || die 2 "GRADER_REPOSITORY must be OWNER/NAME, but it is \`${GRADER_REPOSITORY:-}\`; or set GRADER_URL"

find_target
name=grader-$GRADER_VERSION-$target
archive=$name.tar.gz
home=${GRADER_HOME:-${RUNNER_TEMP:-${TMPDIR:-/tmp}}/grader-home}
mkdir -p -- "$home" || die 3 "the folder $home cannot be made"
home=$(cd -- "$home" && pwd)

# What an earlier job has fetched is used if it is the same.
if [[ ! -f $home/$archive || $(sha256 "$home/$archive") != "$GRADER_SHA256" ]]; then
    fetch "$home/$archive.part" \
        || die 3 "$archive cannot be fetched: is there such a release, and may this job read it?"
    found=$(sha256 "$home/$archive.part")
    if [[ $found != "$GRADER_SHA256" ]]; then
        rm -f -- "$home/$archive.part"
        die 3 "$archive has the hash $found instead of $GRADER_SHA256, so it is not used"
    fi
    mv -f -- "$home/$archive.part" "$home/$archive"
fi
rm -rf -- "${home:?}/$name"
tar -xzf "$home/$archive" -C "$home" || die 3 "$archive cannot be unpacked"
[[ -x $home/$name/grader ]] || die 3 "there is no program $name/grader in $archive"

rust=$(sed -n 's/^channel = "\([0-9.]*\)"$/\1/p' "$home/$name/rust-toolchain.toml") || rust=
[[ -n $rust ]] || die 3 "$archive does not say which compiler it grades with"
install_compiler "$rust"

# The program needs no token, and neither does what it compiles.
unset GRADER_TOKEN GRADER_HEADER GH_TOKEN GITHUB_TOKEN CI_JOB_TOKEN
code=0
"$home/$name/grader" check --no-install "$@" || code=$?
# Killed by a signal, such as for want of memory.
((code <= 3)) || die 3 "the grader ended with $code"
if ((code == 3)) && on_github; then
    echo '::error title=not graded::the grader or this machine is at fault; this is no grade'
fi
exit "$code"
