//! The guest's clock.

/// The difference between the start times of consecutive seeds, in nanoseconds: about a hundred days.
/// The digits are arbitrary, but not round, so that start times differ in all units down to nanoseconds.
const EPOCH: u64 = 8_765_432_109_876_543;

/// The leap between consecutive readings, in nanoseconds: an hour.
/// This is longer than any time limit that a search would set for itself.
const LEAP: u64 = 3_600_000_000_000;

/// The time between consecutive readings of a [counting](Clock::advancing_when_read) clock, in nanoseconds: a microsecond.
/// It must not be zero, or a test that waits for time to pass would never end.
const TICK: u64 = 1_000;

/// A simulated clock, which depends on the number of executed instructions and a seed.
///
/// With seed 0, the clock advances by a nanosecond per instruction. With any other seed, it also leaps ahead by an hour
/// at each reading, as if the machine had slept. A search with a time limit will then give up immediately. If the seed
/// is even, the calendar clock leaps backward instead, as if a user had set it. The interval clock never goes backward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// The seed, or `None` if the time depends only on the number of readings.
    seed: Option<u64>,
    readings: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The calendar clock, `SystemTime`.
    Calendar,
    /// The interval clock, `Instant`, and all other clocks.
    Interval,
}

impl Which {
    pub(super) fn from_id(id: i32) -> Self {
        if id == 0 { Self::Calendar } else { Self::Interval }
    }
}

impl Clock {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed: Some(seed), readings: 0 }
    }

    /// Creates a clock that advances only when read, by a microsecond. Programs therefore cannot use it to measure how
    /// many instructions an operation takes.
    pub(super) fn advancing_when_read() -> Self {
        Self { seed: None, readings: 0 }
    }

    /// Returns the time in nanoseconds after this number of instructions.
    pub(super) fn read(&mut self, which: Which, instructions: u64) -> u64 {
        let Some(seed) = self.seed else {
            self.readings += 1;
            return self.readings.saturating_mul(TICK);
        };
        // Any start time will do, so large seeds may wrap around.
        let begin = seed.wrapping_mul(EPOCH);
        let steady = begin.saturating_add(instructions);
        if seed == 0 {
            return steady;
        }
        let leaps = self.readings.saturating_mul(LEAP);
        self.readings += 1;
        if which == Which::Calendar && seed.is_multiple_of(2) {
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
    fn the_default_clock_advances_steadily() {
        assert_eq!(read(0, Which::Interval), [10, 20, 30]);
        assert_eq!(read(0, Which::Calendar), [10, 20, 30]);
    }

    #[test]
    fn a_counting_clock_hides_executed_instructions() {
        let mut clock = Clock::advancing_when_read();
        let times =
            [(Which::Interval, 10), (Which::Calendar, 5_000_000), (Which::Interval, u64::MAX)];
        let times = times.map(|(which, instructions)| clock.read(which, instructions));
        assert_eq!(times, [TICK, 2 * TICK, 3 * TICK]);
    }

    #[test]
    fn seeded_clocks_leap_but_intervals_stay_monotonic() {
        for seed in [1, 2, 0xC0FF_EE00] {
            let times = read(seed, Which::Interval);
            assert!(times.windows(2).all(|pair| pair[1] == pair[0] + LEAP + 10), "{times:?}");
        }
        assert!(read(1, Which::Calendar).is_sorted());
        let [first, second, _] = read(2, Which::Calendar);
        assert_eq!(first + 10 - LEAP, second);
    }
}
