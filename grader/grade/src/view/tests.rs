use proptest::prelude::*;

use super::*;
use crate::check::Check;
use crate::points::Points;
use crate::sample::{fail, grade, hamming, pass};
use crate::{Effect, Failure, Grade, Late, Less, Override, Rejection, Remark, Status};

#[test]
fn audiences_see_only_permitted_visibilities() {
    let seen = |audience: Audience| Visibility::ALL.map(|visibility| audience.sees(visibility));
    assert_eq!(seen(Audience::Student), [true, false, false]);
    assert_eq!(seen(Audience::AfterDueDate), [true, true, false]);
    assert_eq!(seen(Audience::Instructor), [true, true, true]);
    for visibility in Visibility::ALL {
        assert_eq!(Visibility::from_name(visibility.as_str()), Some(visibility));
        let first = Audience::ALL.into_iter().find(|audience| audience.sees(visibility));
        assert_eq!(first, Some(Audience::for_visibility(visibility)));
    }
    for audience in Audience::ALL {
        assert_eq!(Audience::from_name(audience.name()), Some(audience));
    }
    assert_eq!(Audience::from_name("Student"), None);
}

#[test]
fn the_lateness_line_reveals_no_hidden_points() {
    let points = |number: f64| Points::from_f64(number).unwrap();
    let mut sample = grade([
        (pass(Check::BoardDimension), 6.0),
        (fail(Check::BoardHamming, hamming()), 4.0),
        (pass(Check::BoardManhattan), 30.0),
    ]);
    let late = || Some(Late { by: "2 days".to_owned(), less: Less::Percent(20_000) });
    let set = Override {
        is_hold: false,
        request: None,
        rule: None,
        check: None,
        effect: Some(Effect::Set(points(30.0))),
        why: "ill".to_owned(),
        who: "R. S.".to_owned(),
    };
    let open = Corrected::with_late(sample.clone(), &[], late());
    assert_eq!((open.score(), open.late_points()), (Some(points(28.8)), Some(points(7.2))));
    let view = open.view(Audience::Student);
    assert_eq!(view.score, Some(points(28.8)));
    assert_eq!(view.late.unwrap().line, "late: 2 days, -20 %, -7.2 points");
    assert_eq!(open.platform().late.unwrap().2, Visibility::Visible);

    let set = Corrected::with_late(sample.clone(), &[set], late());
    assert_eq!((set.score(), set.late_points()), (Some(points(30.0)), Some(points(7.2))));
    assert_eq!(set.view(Audience::Instructor).score, Some(points(30.0)));

    // The student sees 6 of the 36 points.
    sample.checks[2].visibility = Visibility::Hidden;
    let hidden = Corrected::with_late(sample.clone(), &[], late());
    assert_eq!(hidden.score(), Some(points(28.8)));
    let view = hidden.view(Audience::Student);
    assert_eq!((view.score, view.late.unwrap().taken), (Some(points(4.8)), points(1.2)));
    let platform = hidden.platform();
    assert_eq!(platform.late.unwrap().2, Visibility::Hidden);

    // Nothing should be deducted when only some checks are reported, or when the submission was rejected.
    let some = hidden.clone().reporting_only(&[Check::BoardDimension]);
    assert_eq!(some.view(Audience::Instructor).score, Some(points(6.0)));
    sample.checks.clear();
    sample.rejection = Some(Rejection { reason: "empty".to_owned(), max_score: points(40.0) });
    let rejected = Corrected::with_late(sample, &[], late());
    assert_eq!((rejected.score(), rejected.late_points()), (None, None));
}

#[test]
fn a_headline_is_left_out_if_a_failed_check_says_it() {
    let wrong = || fail(Check::SolverMoves, Failure::from_summary("moves() is wrong"));
    let mut sample = grade([(fail(Check::BoardHamming, hamming()), 4.0), (wrong(), 6.0)]);
    let headline = |check| Remark { is_headline: true, ..Remark::new(check, "it is wrong") };
    sample.remarks = vec![headline(None), Remark::new(None, "a comment")];
    let shown = |sample: &Grade, audience| {
        let remarks = Corrected::from(sample).view(audience).remarks;
        remarks.iter().filter(|remark| remark.is_headline).count()
    };
    assert_eq!(Audience::ALL.map(|audience| shown(&sample, audience)), [0, 0, 0]);

    // Readers who cannot see the check or its failure need the headline.
    sample.checks[1].visibility = Visibility::AfterDueDate;
    assert_eq!(Audience::ALL.map(|audience| shown(&sample, audience)), [1, 0, 0]);
    let unseen = Failure { visibility: Visibility::Hidden, ..Failure::default() };
    sample.checks[1].visibility = Visibility::Visible;
    sample.checks[1].verdict = fail(Check::SolverMoves, unseen).1;
    assert_eq!(Audience::ALL.map(|audience| shown(&sample, audience)), [1, 1, 0]);

    // With the grader's boards, the solver is correct on this puzzle, so its checks do not say what the board breaks.
    sample.checks[1].verdict = wrong().1;
    sample.remarks[0] = headline(Some(Check::BoardHamming));
    assert_eq!(shown(&sample, Audience::Student), 1);
    sample.remarks[0] = headline(None);
    sample.checks.pop();
    assert_eq!(shown(&sample, Audience::Student), 1);
}

proptest! {
    /// Everything in a report comes from a view, so a report on a grade that is held back cannot depend on the results.
    #[test]
    fn the_view_of_a_held_grade_is_independent_of_its_results(
        has_passed in any::<bool>(),
        visibilities in proptest::collection::vec(0..3_usize, 3),
        effect in proptest::option::of(0..200_u64),
        is_late in any::<bool>(),
        is_rejected in any::<bool>(),
    ) {
        let correction = |effect, is_hold| Override {
            check: None,
            effect,
            is_hold,
            request: None,
            why: "why".to_owned(),
            who: "who".to_owned(),
            rule: None,
        };
        let hold = || correction(None, true);
        let found = |check| if has_passed { pass(check) } else { fail(check, hamming()) };
        let mut sample = grade(
            [Check::BoardDimension, Check::BoardHamming, Check::BoardTwin]
                .map(|check| (found(check), 4.0)),
        );
        for (check, visibility) in sample.checks.iter_mut().zip(visibilities) {
            check.visibility = Visibility::ALL[visibility];
        }
        sample.remarks.push(Remark::new(None, "a remark".to_owned()));
        let plain = grade([(pass(Check::BoardDimension), 12.0)]);
        if is_rejected {
            let (reason, max_score) = ("empty".to_owned(), sample.max_score());
            sample.checks.clear();
            sample.rejection = Some(Rejection { reason, max_score });
        }
        let late = is_late.then(|| Late { by: "2 days".to_owned(), less: Less::Percent(20_000) });
        let effect = effect.map(|points| Effect::Set(Points::from_thousandths(points)));
        let held = Corrected::with_late(sample, &[correction(effect, false), hold()], late);
        let other = Corrected::new(plain, &[hold()]);
        prop_assert_eq!(held.score(), None);
        prop_assert_eq!(held.status(), Status::Held);
        for audience in Audience::ALL {
            prop_assert_eq!(held.view(audience), other.view(audience));
        }
        let view = held.view(Audience::Student);
        prop_assert!(view.corrections.is_empty() && view.ledger.is_empty());
        prop_assert_eq!(held.view(Audience::Instructor).ledger.len(), 1);
    }
}

#[test]
fn a_remark_about_a_check_without_points_is_shown_only_on_request() {
    let mut sample = grade([(fail(Check::BoardHamming, hamming()), 4.0)]);
    sample.remarks = [Check::BoardHamming, Check::TestsOwn]
        .map(|check| Remark::new(Some(check), "a comment"))
        .into();
    let shown = |only: &[Check]| {
        let remarks = Corrected::from(&sample).reporting_only(only).view(Audience::Student).remarks;
        remarks.iter().filter_map(|remark| remark.check).collect::<Vec<_>>()
    };
    assert_eq!(shown(&[Check::BoardHamming]), [Check::BoardHamming]);
    assert_eq!(shown(&[Check::TestsOwn]), [Check::BoardHamming, Check::TestsOwn]);

    // A review concerns the points of the whole submission.
    sample.remarks[1].needs_review = true;
    let all = Corrected::from(&sample).view(Audience::Student).remarks;
    assert_eq!(all.len(), 2);
}
