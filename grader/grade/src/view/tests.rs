use super::*;
use crate::check::Check;
use crate::points::Points;
use crate::sample::{fail, grade, hamming, pass};
use crate::{Effect, Late, Less, Override, Rejection};

#[test]
fn audiences_see_only_permitted_visibilities() {
    let seen = |audience: Audience| Visibility::ALL.map(|visibility| audience.sees(visibility));
    assert_eq!(seen(Audience::Student), [true, false, false]);
    assert_eq!(seen(Audience::AfterDueDate), [true, true, false]);
    assert_eq!(seen(Audience::Instructor), [true, true, true]);
    for visibility in Visibility::ALL {
        assert_eq!(Visibility::from_name(visibility.as_str()), Some(visibility));
        let first = Audience::ALL.into_iter().find(|audience| audience.sees(visibility));
        assert_eq!(first, Some(Audience::of(visibility)));
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
    let some = hidden.clone().only(&[Check::BoardDimension]);
    assert_eq!(some.view(Audience::Instructor).score, Some(points(6.0)));
    sample.checks.clear();
    sample.rejection = Some(Rejection { reason: "empty".to_owned(), max_score: points(40.0) });
    let rejected = Corrected::with_late(sample, &[], late());
    assert_eq!((rejected.score(), rejected.late_points()), (Some(Points::ZERO), None));
}
