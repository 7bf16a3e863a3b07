//! The same done with many things, on all processors: a law over all variants is one test, and one test runs on one.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does the work with each, and gives what comes of it in their order. A panic ends the test, as it does elsewhere.
pub fn each<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mine = std::iter::from_fn(|| {
            let at = next.fetch_add(1, Ordering::Relaxed);
            all.get(at).map(|it| (at, work(it)))
        });
        mine.collect::<Vec<(usize, R)>>()
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}
