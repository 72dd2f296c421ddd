//! Shows the format `junit`.

use insta::assert_snapshot;

use super::super::*;

#[test]
fn failing_as_junit() {
    assert_snapshot!(render(Format::Junit, &failing()), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="alice" tests="4" failures="1" errors="0">
        <testsuite name="compile" tests="1" skipped="0" errors="0" failures="0">
            <properties>
                <property name="points compile.build" value="2 / 2"/>
            </properties>
            <testcase name="compile.build" classname="compile"/>
        </testsuite>
        <testsuite name="board" tests="2" skipped="0" errors="0" failures="1">
            <properties>
                <property name="points board.dimension" value="3.5 / 3.5"/>
                <property name="points board.hamming" value="0 / 4"/>
                <property name="hidden checks" value="1"/>
            </properties>
            <testcase name="board.dimension" classname="board"/>
            <testcase name="board.hamming" classname="board">
                <failure message="hamming() counts the blank" type="fail">hamming() counts the blank

    ┌──────┐   hamming() of this board
    │ 1    │     expected 1
    │ 3  2 │     but was  2
    └──────┘

    at src/board.rs:12:9
    rule: hamming() is the number of tiles out of place
    try it: grader check --only board.hamming
    more: grader explain board.hamming</failure>
            </testcase>
        </testsuite>
        <testsuite name="solver" tests="1" skipped="1" errors="0" failures="0">
            <properties>
                <property name="points solver.moves" value="0 / 6"/>
            </properties>
            <testcase name="solver.moves" classname="solver">
                <skipped message="waiting for a hidden check"/>
            </testcase>
        </testsuite>
        <testsuite name="remarks" tests="0" skipped="0" errors="0" failures="0">
            <system-out>solver.moves: one queue holds both</system-out>
        </testsuite>
    </testsuites>
    "#);
}

#[test]
fn not_compiling_as_junit() {
    assert_snapshot!(render(Format::Junit, &not_compiling()), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="alice" tests="2" failures="1" errors="0">
        <testsuite name="compile" tests="1" skipped="0" errors="0" failures="1">
            <properties>
                <property name="points compile.build" value="0 / 2"/>
            </properties>
            <testcase name="compile.build" classname="compile">
                <failure message="the code does not compile: expected `;`" type="fail">the code does not compile: expected `;`

    error: expected `;`
     --&gt; src/board.rs:3:7
      |
    3 | let x

    rule: the code compiles, without `unsafe`, build scripts or external crates
    try it: grader check --only compile.build
    more: grader explain compile.build</failure>
            </testcase>
        </testsuite>
        <testsuite name="board" tests="1" skipped="1" errors="0" failures="0">
            <properties>
                <property name="points board.hamming" value="0 / 4"/>
            </properties>
            <testcase name="board.hamming" classname="board">
                <skipped message="waiting for compile.build"/>
            </testcase>
        </testsuite>
    </testsuites>
    "#);
}

#[test]
fn fault_as_junit() {
    assert_snapshot!(render(Format::Junit, &fault()), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="alice" tests="2" failures="0" errors="1">
        <testsuite name="compile" tests="1" skipped="0" errors="0" failures="0">
            <properties>
                <property name="points compile.build" value="2 / 2"/>
            </properties>
            <testcase name="compile.build" classname="compile"/>
        </testsuite>
        <testsuite name="solver" tests="1" skipped="0" errors="1" failures="0">
            <testcase name="solver.time" classname="solver">
                <error message="the grader failed, which is not your fault and does not count: the machine is out of memory" type="grader_error">the grader failed, which is not your fault and does not count: the machine is out of memory

    The grader could not finish. This is not your fault, and it does not count. Please try again. If it happens again, show this to your instructor.</error>
            </testcase>
        </testsuite>
    </testsuites>
    "#);
}

#[test]
fn rejected_as_junit() {
    assert_snapshot!(render(Format::Junit, &rejected()), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="alice" tests="1" failures="1" errors="0">
        <testsuite name="submission" tests="1" skipped="0" errors="0" failures="1">
            <testcase name="submission" classname="submission">
                <failure message="there is no `Board`" type="rejected">there is no `Board`</failure>
            </testcase>
        </testsuite>
    </testsuites>
    "#);
}
