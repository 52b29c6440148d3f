//! Sets of up to 11 places whose members are found by table: how many there are and
//! which one comes where, without a loop.

/// The largest set.
const MOST: usize = 11;

const fn members() -> [u64; 1 << MOST] {
    let mut table = [0; 1 << MOST];
    let mut set = 0;
    while set < 1 << MOST {
        let (mut place, mut count) = (0, 0);
        while place < MOST {
            if set >> place & 1 == 1 {
                table[set] |= (place as u64) << (4 * count);
                count += 1;
            }
            place += 1;
        }
        table[set] |= (count as u64) << 60;
        set += 1;
    }
    table
}

/// For every set its members, ascending, four bits each from the lowest; in the four
/// topmost bits how many there are.
static MEMBERS: [u64; 1 << MOST] = members();

#[inline(always)]
fn entry(set: u16) -> u64 {
    MEMBERS[usize::from(set) & ((1 << MOST) - 1)]
}

/// How many members a set has.
#[inline(always)]
pub(super) fn count(set: u16) -> usize {
    (entry(set) >> 60) as usize
}

/// Member number `choose(how many there are)` of a set; `None` of an empty one.
#[inline(always)]
pub(super) fn pick(set: u16, choose: impl FnOnce(usize) -> usize) -> Option<usize> {
    let entry = entry(set);
    let count = (entry >> 60) as usize;
    (count > 0).then(|| (entry >> (4 * choose(count)) & 15) as usize)
}

/// Of three sets, one after the other, the set and the member that is number
/// `choose(how many there are)`; `None` if all are empty.
#[inline(always)]
pub(super) fn pick_of_three(
    sets: [u16; 3],
    choose: impl FnOnce(usize) -> usize,
) -> Option<(usize, usize)> {
    let entries = sets.map(entry);
    let [a, b, c] = entries.map(|e| (e >> 60) as usize);
    if a + b + c == 0 {
        return None;
    }
    let n = choose(a + b + c);
    // No branch: which set it is cannot be foretold.
    let set = usize::from(n >= a) + usize::from(n >= a + b);
    let before = [0, a, a + b][set];
    Some((set, (entries[set] >> (4 * (n - before)) & 15) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_found() {
        let listed = |set: u16| (0..MOST).filter(move |p| set >> p & 1 == 1);
        for set in 0..1u16 << MOST {
            let sets = [set, set.rotate_left(3) & 0x7ff, !set & 0x7ff];
            assert_eq!(count(set), listed(set).count());
            let all: Vec<(usize, usize)> = sets
                .iter()
                .enumerate()
                .flat_map(|(i, &s)| listed(s).map(move |p| (i, p)))
                .collect();
            for (n, &found) in all.iter().enumerate() {
                let choose = |count| {
                    assert_eq!(count, all.len());
                    n
                };
                assert_eq!(pick_of_three(sets, choose), Some(found));
            }
            for (n, place) in listed(set).enumerate() {
                assert_eq!(pick(set, |_| n), Some(place));
            }
        }
        assert_eq!(pick(0, |_| 0), None);
        assert_eq!(pick_of_three([0; 3], |_| 0), None);
    }
}
