//! What a stall takes.

/// The cents of all goods together.
pub fn total(cents: &[i64]) -> i64 {
    cents.iter().sum()
}

/// What is paid where somebody gives so many percent more.
pub fn with_tip(cents: i64, percent: i64) -> i64 {
    cents + percent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing() {
        assert_eq!(total(&[]), 0);
    }

    #[test]
    fn goods() {
        assert_eq!(total(&[120, 80]), 200);
    }
}
