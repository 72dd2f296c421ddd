//! The clock that a guest sees.

/// The distance from one seed to the next, in nanoseconds: some hundred days, and no round number.
const EPOCH: u64 = 8_765_432_109_876_543;

/// The leap of a clock from one reading to the next, in nanoseconds: an hour.
const LEAP: u64 = 3_600_000_000_000;

/// A clock without a system behind it. Its time is made of instructions and of a seed.
///
/// With the seed 0 it goes steadily, a nanosecond for an instruction. With any other it leaps an hour
/// ahead at each reading, as where a machine sleeps between two of them; so a search that gives up
/// after some seconds does so at once. The calendar's clock, which people set, leaps back by as much
/// if the seed is even; the one for intervals never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    seed: u64,
    /// The number of times that it was read.
    readings: u64,
}

/// One of the clocks of WASI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The calendar, `SystemTime`.
    Calendar,
    /// The clock of intervals, `Instant`, and any other.
    Interval,
}

impl Which {
    /// The clock with this number.
    pub(super) fn from_id(id: i32) -> Self {
        if id == 0 { Self::Calendar } else { Self::Interval }
    }
}

impl Clock {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, readings: 0 }
    }

    /// The time in nanoseconds, once so many instructions were executed.
    pub(super) fn read(&mut self, which: Which, instructions: u64) -> u64 {
        let begin = self.seed.wrapping_mul(EPOCH);
        let steady = begin.saturating_add(instructions);
        if self.seed == 0 {
            return steady;
        }
        let leaps = self.readings.saturating_mul(LEAP);
        self.readings += 1;
        if which == Which::Calendar && self.seed.is_multiple_of(2) {
            steady.saturating_sub(leaps)
        } else {
            steady.saturating_add(leaps)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(seed: u64, which: Which) -> [u64; 3] {
        let mut clock = Clock::new(seed);
        [10, 20, 30].map(|instructions| clock.read(which, instructions))
    }

    #[test]
    fn the_first_clock_goes_steadily() {
        assert_eq!(read(0, Which::Interval), [10, 20, 30]);
        assert_eq!(read(0, Which::Calendar), [10, 20, 30]);
    }

    #[test]
    fn another_clock_leaps_and_that_of_intervals_never_goes_back() {
        for seed in [1, 2, 0xC0FF_EE00] {
            let times = read(seed, Which::Interval);
            assert!(times.windows(2).all(|pair| pair[1] == pair[0] + LEAP + 10), "{times:?}");
        }
        assert!(read(1, Which::Calendar).is_sorted());
        let [first, second, _] = read(2, Which::Calendar);
        assert_eq!(first + 10 - LEAP, second);
    }
}
