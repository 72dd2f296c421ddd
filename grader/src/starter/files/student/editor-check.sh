# The editor runs this script after each save: first the compiler, whose messages it shows unchanged. If
# the code compiles and the grader is installed, the grader then adds the failures.
cargo check --quiet --all-targets --message-format=json || exit
if command -v grader >/dev/null; then
    @COMMAND@ --format rustc --cargo-package "$(cargo pkgid)"
fi
