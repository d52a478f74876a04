use stall::*;

#[test]
fn tip() {
    assert_eq!(with_tip(200, 10), 220);
}

#[test]
fn no_tip() {
    assert_eq!(with_tip(total(&[200]), 0), 200);
}
