//! A value over time, condensed to a few hundred points.

// The width of the curve in `page/script/curve.js`, as more points would share a pixel.
const POINTS: usize = 480;

#[derive(Debug)]
pub(crate) struct Curve {
    points: Vec<usize>,
    stride: u64,
    since: u64,
}

impl Default for Curve {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 1, since: 0 }
    }
}

impl Curve {
    pub(crate) fn add_each_stride(&mut self, figure: usize) {
        self.since += 1;
        if self.since < self.stride {
            return;
        }
        self.since = 0;
        self.points.push(figure);
        // Drop every second point, so a curve of any length keeps evenly spaced points.
        if self.points.len() == POINTS {
            self.stride *= 2;
            let mut place = 0;
            self.points.retain(|_| {
                place += 1;
                place % 2 == 0
            });
        }
    }

    pub(crate) fn stride(&self) -> u64 {
        self.stride
    }

    pub(crate) fn points(&self) -> &[usize] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_is_thinned_evenly() {
        let mut curve = Curve::default();
        for figure in 1..=10_000 {
            curve.add_each_stride(figure);
        }
        let stride = usize::try_from(curve.stride()).expect("small");
        assert!(curve.points().len() < POINTS && curve.points().len() > POINTS / 3);
        for (place, &figure) in curve.points().iter().enumerate() {
            assert_eq!(figure, (place + 1) * stride);
        }
    }
}
