//! The best of many scores, several at a time: nodes with many moves ask for it again and again.

/// So few are looked at one by one.
const FEW: usize = 16;
/// So many are compared at once when the highest is looked for.
const LANES: usize = 8;

/// Where the first of the highest scores is, and how high.
#[inline]
pub fn best(scores: &[i32]) -> Option<(usize, i32)> {
    if scores.len() > FEW { of_many(scores) } else { of_few(scores) }
}

#[inline(always)]
fn of_few(scores: &[i32]) -> Option<(usize, i32)> {
    let (&first, rest) = scores.split_first()?;
    let (mut place, mut most) = (0, first);
    for (at, &score) in rest.iter().enumerate() {
        (place, most) = if score > most { (at + 1, score) } else { (place, most) };
    }
    Some((place, most))
}

fn of_many(scores: &[i32]) -> Option<(usize, i32)> {
    /// As processors have had them since 2013: twice as many at a time.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn wide(scores: &[i32]) -> Option<(usize, i32)> {
        in_lanes(scores)
    }

    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function asks for.
        return unsafe { wide(scores) };
    }
    in_lanes(scores)
}

/// One pass over several scores at a time: each lane keeps the first of its highest.
#[inline(always)]
fn in_lanes(scores: &[i32]) -> Option<(usize, i32)> {
    let (chunks, rest) = scores.as_chunks::<LANES>();
    let (mut most, mut places) = ([i32::MIN; LANES], [0; LANES]);
    for (place, chunk) in chunks.iter().enumerate() {
        for lane in 0..LANES {
            let better = chunk[lane] > most[lane];
            most[lane] = if better { chunk[lane] } else { most[lane] };
            places[lane] = if better { place as i32 } else { places[lane] };
        }
    }
    // Higher before lower, earlier before later, as one number. Loops, not closures: those may be compiled apart, for a lesser
    // processor.
    let rank = |score: i32, place: usize| i64::from(score) << 32 | i64::from(!(place as u32));
    let behind = chunks.len() * LANES;
    let mut best = i64::MIN;
    for lane in 0..LANES.min(behind) {
        best = best.max(rank(most[lane], places[lane] as usize * LANES + lane));
    }
    for (at, &score) in rest.iter().enumerate() {
        best = best.max(rank(score, behind + at));
    }
    (!scores.is_empty()).then_some((!(best as u32) as usize, (best >> 32) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_highest_is_found() {
        let mut random = fastrand::Rng::with_seed(5);
        assert_eq!(best(&[]), None);
        for count in 1..100 {
            let scores: Vec<i32> = (0..count).map(|_| random.i32(-20..20)).collect();
            let most = scores.iter().copied().max();
            let first = scores.iter().position(|&score| Some(score) == most);
            assert_eq!(best(&scores), first.zip(most), "{scores:?}");
            assert_eq!(in_lanes(&scores), first.zip(most), "{scores:?}");
            assert_eq!(of_few(&scores), first.zip(most), "{scores:?}");
        }
        assert_eq!(best(&[i32::MIN; 20]), Some((0, i32::MIN)));
    }
}
