use super::*;

#[test]
fn an_audience_sees_what_it_may() {
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
