#!/usr/bin/env bash
# Prepares the image in which Gradescope grades. The platform runs it once for each autograder that
# is uploaded. It can be run again without harm, and uses no network where nothing is missing.
set -euo pipefail

# The platform unpacks the autograder into `/autograder/source`; tests have another root.
root=${AUTOGRADER_ROOT:-/autograder}
source=$root/source
# All that this script makes.
home=$root/grader

# RUST and TARGET.
# shellcheck source=/dev/null
. "$source/settings.sh"

say() { printf 'setup.sh: %s\n' "$*"; }

die() {
    printf 'setup.sh: error: %s\n' "$*" >&2
    exit 1
}

# Prints the folder of the compiler that is given, if it is the one that grades.
sysroot_of() {
    local version sysroot
    version=$("$1" --version 2>/dev/null) || return 1
    [[ $version == "rustc $RUST "* ]] || return 1
    sysroot=$("$1" --print sysroot 2>/dev/null) || return 1
    [[ -x $sysroot/bin/rustc && -d $sysroot/lib/rustlib/$TARGET/lib ]] || return 1
    printf '%s\n' "$sysroot"
}

# Prints the folder of a compiler that is here already.
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

# Installs packages of the system, if one of the commands is missing: "gcc" "cc" "ld" ...
need() {
    local packages=$1 command
    shift
    for command in "$@"; do
        if ! command -v "$command" >/dev/null; then
            say "installing $packages"
            apt-get update -qq || die "the list of packages cannot be fetched"
            # shellcheck disable=SC2086  # they are several words
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages >/dev/null \
                || die "$packages cannot be installed"
            return 0
        fi
    done
}

install_rust() {
    need "curl ca-certificates" curl
    say "installing Rust $RUST with the target $TARGET"
    curl --proto '=https' --tlsv1.2 --retry 5 -sSf https://sh.rustup.rs -o "$home/rustup-init.sh" \
        || die "https://sh.rustup.rs cannot be reached"
    RUSTUP_HOME=$home/rustup CARGO_HOME=$home/cargo sh "$home/rustup-init.sh" -y \
        --no-modify-path --profile minimal --default-toolchain "$RUST" --target "$TARGET" \
        || die "Rust $RUST cannot be installed"
    rm -f -- "$home/rustup-init.sh"
}

# Puts the grader in place, and makes sure that it runs on this image.
install_grader() {
    local said
    if [[ -d $source/grader-source ]]; then
        build_grader
    else
        install -m 755 "$source/grader" "$home/bin/.grader"
    fi
    if ! said=$("$home/bin/.grader" --version 2>&1); then
        die "this grader does not run here: $said
Choose a newer base image, or make the autograder with \`grader gradescope --source\`."
    fi
    mv -f -- "$home/bin/.grader" "$home/bin/grader"
    say "$said"
}

build_grader() {
    [[ -x $sysroot/bin/cargo ]] || die "there is no cargo in $sysroot"
    need "gcc libc6-dev" cc
    say "building the grader, which takes some minutes"
    # Not by way of rustup, which would want all components that the sources are worked on with.
    PATH=$sysroot/bin:$PATH CARGO_HOME=$home/cargo CARGO_TARGET_DIR=$home/target \
        "$sysroot/bin/cargo" build --quiet --release --locked --package grader \
        --manifest-path "$source/grader-source/Cargo.toml" || die "the grader cannot be built"
    install -m 755 "$home/target/release/grader" "$home/bin/.grader"
    rm -rf -- "$home/target" "$home/cargo/registry"
}

# Grades the model answer, so that what the first grading takes long for is done, and so that a
# machine that cannot grade shows here and not at the first student.
warm_up() {
    local assignment=() status=0
    if [[ -d $source/assignment ]]; then assignment=(--assignment "$source/assignment"); fi
    say "grading the model answer"
    GRADER_CACHE_DIR=$home/cache GRADER_ALONE=1 RUSTC=$sysroot/bin/rustc \
        "$home/bin/grader" check "$source/warm-up" "${assignment[@]}" --no-install --format json \
        --out "$home/warm-up.json" || status=$?
    # 1 is a rubric that asks for more than the model has, such as tests.
    ((status <= 1)) || die "the model answer cannot be graded (exit code $status)"
}

umask 022
mkdir -p -- "$home/bin"
if ! sysroot=$(find_rust); then
    install_rust
    sysroot=$(find_rust) || die "Rust $RUST was installed and is not found"
fi
say "using $sysroot"
printf '%s\n' "$sysroot" >"$home/sysroot"
install_grader
warm_up
# Whoever grades may read all of it.
chmod -R a+rX -- "$home"
say "ready"
