# The editor runs this after each save: first the compiler, whose messages it shows as they are. If the
# code compiles and the grader is installed, the grader then adds what is wrong.
cargo check --quiet --all-targets --message-format=json || exit
if command -v grader >/dev/null; then
    @COMMAND@ --format rustc --cargo-package "$(cargo pkgid)"
fi
