//! Medians of measurements.

/// Repeated measurements of one quantity, at least one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample(Vec<f64>);

impl Sample {
    pub(crate) fn insert_sorted(&mut self, value: f64) {
        self.0.push(value);
        self.0.sort_by(f64::total_cmp);
    }

    /// Returns the middle value, the greater of two.
    pub(crate) fn median(&self) -> f64 {
        self.0.get(self.0.len() / 2).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn least(&self) -> f64 {
        self.0.first().copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn most(&self) -> f64 {
        self.0.last().copied().unwrap_or(f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_does_not_depend_on_the_order() {
        let mut sample = Sample::default();
        for value in [3.0, 10.0, 1.0] {
            sample.insert_sorted(value);
        }
        assert!(sample.least() < 2.0 && sample.most() > 9.0);
        assert!((2.5..3.5).contains(&sample.median()));
    }
}
