#!/usr/bin/env bash
# Grades a submission on any CI system: downloads a released grader, verifies it, installs the compiler that
# the grader needs, and passes its own arguments to `grader check`:
#
#     GRADER_REPOSITORY=OWNER/NAME GRADER_VERSION=0.1.0 GRADER_SHA256=... \
#         bash grade.sh submission --also junit=report.xml --summary report.md
#
#   GRADER_VERSION     the version to download, such as 0.1.0
#   GRADER_SHA256      the hash of the archive for this machine, from the release's SHA256SUMS
#   GRADER_REPOSITORY  the grader's repository on GitHub, as OWNER/NAME
#   GRADER_URL         the address of the archive, if it is not a release of that repository
#   GRADER_TOKEN       a token that can read the repository, if it is private; `gh` then downloads the archive
#   GRADER_HEADER      a header for GRADER_URL, such as `JOB-TOKEN: ...`
#   GRADER_HOME        the folder for downloads [default: `grader-home` in the folder for temporary files]
#
# The exit code is that of `grader check`: 0 if all checks passed, 1 if a check failed, 2 for wrong usage or a
# rejected submission, 3 for an error in the grader or on the machine. If this script itself fails, the exit
# code is 2 for an invalid variable, and 3 otherwise. In these cases, there is no grade.
set -euo pipefail

on_github() { [[ ${GITHUB_ACTIONS:-} == true ]]; }

die() {
    local code=$1
    shift
    if on_github; then printf '::error title=not graded::%s\n' "$*"; fi
    printf 'grade.sh: error: %s\n' "$*" >&2
    exit "$code"
}

# Sets `target` to the Rust target of this machine.
find_target() {
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) target=x86_64-unknown-linux-musl ;;
        Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
        Darwin-x86_64) target=x86_64-apple-darwin ;;
        Darwin-arm64) target=aarch64-apple-darwin ;;
        *) die 2 "this script does not support $(uname -s) on $(uname -m)" ;;
    esac
}

# Prints the hash of a file. macOS does not have `sha256sum`.
sha256() {
    local line
    if command -v sha256sum >/dev/null; then line=$(sha256sum <"$1"); else line=$(shasum -a 256 <"$1"); fi
    printf '%s\n' "${line%% *}"
}

# Downloads the archive to a file. The token and the header are not passed as arguments, because other users of
# the machine can see those.
download() {
    local url=${GRADER_URL:-https://github.com/${GRADER_REPOSITORY:-}/releases/download/v$GRADER_VERSION/$archive}
    if [[ -z ${GRADER_URL:-} && -n ${GRADER_TOKEN:-} ]]; then
        command -v gh >/dev/null \
            || die 3 "GRADER_TOKEN requires \`gh\`, which is not installed: install it or set GRADER_URL"
        GH_TOKEN=$GRADER_TOKEN gh release download "v$GRADER_VERSION" --repo "$GRADER_REPOSITORY" \
            --pattern "$archive" --output "$1" --clobber
        return
    fi
    local header=()
    if [[ -n ${GRADER_HEADER:-} ]]; then header=(--header @-); fi
    curl --fail --silent --show-error --location --retry 3 --output "$1" \
        ${header[@]+"${header[@]}"} "$url" <<<"${GRADER_HEADER:-}"
}

# Installs the compiler with the sandbox target, unless both are already installed.
install_compiler() {
    local folder wasm=wasm32-wasip1
    if ! command -v rustup >/dev/null; then
        command -v rustc >/dev/null || die 3 "no Rust compiler was found: use an image with rustup or Rust $1"
        return 0
    fi
    if ! folder=$(rustup run "$1" rustc --print target-libdir --target "$wasm" 2>/dev/null) \
        || [[ ! -d $folder ]]; then
        rustup toolchain install "$1" --profile minimal --target "$wasm" --no-self-update >&2 \
            || die 3 "Rust $1 with the target $wasm cannot be installed"
    fi
}

[[ ${GRADER_VERSION:-} =~ ^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.-]*$ ]] \
    || die 2 "GRADER_VERSION must be a version such as 0.1.0, but is \`${GRADER_VERSION:-}\`"
[[ ${GRADER_SHA256:-} =~ ^[0-9a-f]{64}$ ]] \
    || die 2 "GRADER_SHA256 must be the hash of the archive: 64 hexadecimal digits, from the release's SHA256SUMS"
[[ -n ${GRADER_URL:-} || ${GRADER_REPOSITORY:-} =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ ]] \
    || die 2 "GRADER_REPOSITORY must be OWNER/NAME, but is \`${GRADER_REPOSITORY:-}\`; or set GRADER_URL"

find_target
name=grader-$GRADER_VERSION-$target
archive=$name.tar.gz
home=${GRADER_HOME:-${RUNNER_TEMP:-${TMPDIR:-/tmp}}/grader-home}
mkdir -p -- "$home" || die 3 "the folder $home cannot be created"
home=$(cd -- "$home" && pwd)

# Use the archive from an earlier job if its hash is the same.
if [[ ! -f $home/$archive || $(sha256 "$home/$archive") != "$GRADER_SHA256" ]]; then
    download "$home/$archive.part" \
        || die 3 "$archive cannot be downloaded: does the release exist, and can this job read it?"
    found=$(sha256 "$home/$archive.part")
    if [[ $found != "$GRADER_SHA256" ]]; then
        rm -f -- "$home/$archive.part"
        die 3 "$archive has the hash $found instead of $GRADER_SHA256"
    fi
    mv -f -- "$home/$archive.part" "$home/$archive"
fi
rm -rf -- "${home:?}/$name"
tar -xzf "$home/$archive" -C "$home" || die 3 "$archive cannot be unpacked"
[[ -x $home/$name/grader ]] || die 3 "$archive does not contain the program $name/grader"

rust=$(sed -n 's/^channel = "\([0-9.]*\)"$/\1/p' "$home/$name/rust-toolchain.toml") || rust=
[[ -n $rust ]] || die 3 "$archive does not specify its compiler"
install_compiler "$rust"

# Neither the grader nor the code that it compiles needs a token.
unset GRADER_TOKEN GRADER_HEADER GH_TOKEN GITHUB_TOKEN CI_JOB_TOKEN
code=0
"$home/$name/grader" check --no-install "$@" || code=$?
# Higher codes mean that a signal killed the grader, for example because of a lack of memory.
((code <= 3)) || die 3 "the grader exited with code $code"
if ((code == 3)) && on_github; then
    echo '::error title=not graded::the grader or this machine is at fault; there is no grade'
fi
exit "$code"
