#!/usr/bin/env bash
# Prepares the image in which Gradescope grades. The platform runs it once for each uploaded autograder.
# It can safely be run again, and does not use the network unless something is missing.
set -euo pipefail

# The platform unpacks the autograder into `/autograder/source`. Tests use a different root.
root=${AUTOGRADER_ROOT:-/autograder}
source=$root/source
# Everything that this script creates.
home=$root/grader

# Defines RUST and TARGET.
# shellcheck source=/dev/null
. "$source/settings.sh"

say() { printf 'setup.sh: %s\n' "$*"; }

die() {
    printf 'setup.sh: error: %s\n' "$*" >&2
    exit 1
}

# Prints the sysroot of the given compiler, if it has the version and the target for grading.
sysroot_of() {
    local version sysroot
    version=$("$1" --version 2>/dev/null) || return 1
    [[ $version == "rustc $RUST "* ]] || return 1
    sysroot=$("$1" --print sysroot 2>/dev/null) || return 1
    [[ -x $sysroot/bin/rustc && -d $sysroot/lib/rustlib/$TARGET/lib ]] || return 1
    printf '%s\n' "$sysroot"
}

# Prints the sysroot of a suitable compiler that is already installed.
find_rust() {
    local candidate
    for candidate in "$home"/rustup/toolchains/*/bin/rustc; do
        if sysroot_of "$candidate"; then return 0; fi
    done
    if candidate=$(rustup which --toolchain "$RUST" rustc 2>/dev/null); then
        if sysroot_of "$candidate"; then return 0; fi
    fi
    candidate=$(command -v rustc) || return 1
    sysroot_of "$candidate"
}

# Installs system packages if a command is missing: PACKAGES COMMAND...
need() {
    local packages=$1 command
    shift
    for command in "$@"; do
        if ! command -v "$command" >/dev/null; then
            say "installing $packages"
            apt-get update -qq || die "cannot update the package lists"
            # shellcheck disable=SC2086  # they are several words
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages >/dev/null \
                || die "cannot install $packages"
            return 0
        fi
    done
}

install_rust() {
    need "curl ca-certificates" curl
    say "installing Rust $RUST with the target $TARGET"
    curl --proto '=https' --tlsv1.2 --retry 5 -sSf https://sh.rustup.rs -o "$home/rustup-init.sh" \
        || die "cannot reach https://sh.rustup.rs"
    RUSTUP_HOME=$home/rustup CARGO_HOME=$home/cargo sh "$home/rustup-init.sh" -y \
        --no-modify-path --profile minimal --default-toolchain "$RUST" --target "$TARGET" \
        || die "cannot install Rust $RUST"
    rm -f -- "$home/rustup-init.sh"
}

# Installs the grader, and checks that it runs on this image.
install_grader() {
    local said
    if [[ -d $source/grader-source ]]; then
        build_grader
    else
        install -m 755 "$source/grader" "$home/bin/.grader"
    fi
    if ! said=$("$home/bin/.grader" --version 2>&1); then
        die "the grader does not run on this image: $said
Choose a newer base image, or create the autograder with \`grader gradescope --source\`."
    fi
    mv -f -- "$home/bin/.grader" "$home/bin/grader"
    say "$said"
}

build_grader() {
    [[ -x $sysroot/bin/cargo ]] || die "cargo is missing from $sysroot"
    need "gcc libc6-dev" cc
    say "building the grader, which takes a few minutes"
    # Do not call cargo through rustup, which would install all components needed for development.
    PATH=$sysroot/bin:$PATH CARGO_HOME=$home/cargo CARGO_TARGET_DIR=$home/target \
        "$sysroot/bin/cargo" build --quiet --release --locked --package grader \
        --manifest-path "$source/grader-source/Cargo.toml" || die "cannot build the grader"
    install -m 755 "$home/target/release/grader" "$home/bin/.grader"
    rm -rf -- "$home/target" "$home/cargo/registry"
}

# Grades the model answer. This fills the caches, because the first grading is slow, and it reveals
# problems with the machine before the first student submits.
warm_up() {
    local assignment=() status=0
    if [[ -d $source/assignment ]]; then assignment=(--assignment "$source/assignment"); fi
    say "grading the model answer"
    GRADER_CACHE_DIR=$home/cache GRADER_ALONE=1 RUSTC=$sysroot/bin/rustc \
        "$home/bin/grader" check "$source/warm-up" "${assignment[@]}" --no-install --format json \
        --out "$home/warm-up.json" || status=$?
    # Exit code 1: the rubric requires something that the model answer lacks, such as tests.
    ((status <= 1)) || die "cannot grade the model answer (exit code $status)"
}

umask 022
mkdir -p -- "$home/bin"
if ! sysroot=$(find_rust); then
    install_rust
    sysroot=$(find_rust) || die "cannot find Rust $RUST after installing it"
fi
say "using $sysroot"
printf '%s\n' "$sysroot" >"$home/sysroot"
install_grader
warm_up
# Any user may run the grading, so all files must be readable.
chmod -R a+rX -- "$home"
say "ready"
