//! Stores a policy with the grades, to create summaries without the rubric.

use grade::Less;
use grade::points::Points;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::length;
use crate::policy::{LateDayRule, LateDayStart, Policy, Rate, Unit, Until};
use crate::table;
use crate::time::ZonedTime;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    due: String,
    grace: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    percent: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    per: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cap: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accept_until: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    late_days: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    late_days_from: Option<String>,
}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = |less: Less| match less {
            Less::Percent(part) => Ok(Points::from_thousandths(u64::from(part)).as_f64()),
            Less::Points(points) => Ok(points.as_f64()),
            Less::Nothing | Less::All => Err(ser::Error::custom("no rate")),
        };
        let (mut percent, mut points, mut per, mut cap) = (None, None, None, None);
        if let Some(Rate { each, unit, most }) = self.rate {
            let place = if matches!(each, Less::Percent(_)) { &mut percent } else { &mut points };
            *place = Some(number(each)?);
            per = Some(unit.name().to_owned());
            cap = most.map(number).transpose()?;
        }
        let accept_until = self.until.as_ref().map(|until| match until {
            Until::Time(moment) => moment.with_zone_in_brackets(),
            Until::After(seconds) => length::format_length(*seconds),
        });
        let (due, grace) = (self.due.with_zone_in_brackets(), length::format_length(self.grace));
        let late_days = self.late_days.map(|rule| i64::from(rule.most));
        let late_days_from = self.late_days.map(|rule| rule.start.name().to_owned());
        let stored = Stored {
            due,
            grace,
            percent,
            points,
            per,
            cap,
            accept_until,
            late_days,
            late_days_from,
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::deserialize(deserializer)?;
        stored.into_policy().ok_or_else(|| de::Error::custom("invalid late policy"))
    }
}

impl Stored {
    fn into_policy(self) -> Option<Policy> {
        let Self { due, grace, percent, points, per, cap, accept_until, late_days, late_days_from } =
            self;
        let moment = |text: &str| ZonedTime::parse(text, None).ok();
        let rate = match (percent, points) {
            (Some(_), Some(_)) => return None,
            (None, None) => None,
            (percent, points) => {
                let less = |number: f64| match percent {
                    Some(_) => table::percent_from_f64(number),
                    None => table::points_from_f64(number),
                };
                let unit = Unit::from_name(&per?)?;
                let most = match cap {
                    None => None,
                    Some(cap) => Some(less(cap)?),
                };
                Some(Rate { each: less(percent.or(points)?)?, unit, most })
            }
        };
        let until = match accept_until {
            None => None,
            Some(text) => Some(match length::parse_length(&text) {
                Some(seconds) => Until::After(seconds),
                None => Until::Time(moment(&text)?),
            }),
        };
        let late_days = match (late_days, late_days_from) {
            (None, None) => None,
            (days, start) => Some(LateDayRule {
                most: table::checked_late_days(days?)?,
                start: LateDayStart::from_name(&start?)?,
            }),
        };
        let (due, grace) = (moment(&due)?, length::parse_length(&grace)?);
        Some(Policy { due, grace, rate, until, late_days })
    }
}
