//! Work that is done while a variant loads, on two processors: more would rarely be free, and each new thread has to be
//! given memory of its own.

use std::sync::{Mutex, PoisonError};

/// Something to do. What comes of it is put where it is waited for.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does all jobs, two at a time: who is free takes the next one. So those that take longest come first.
pub fn share(jobs: Vec<Job>) {
    let left = Mutex::new(jobs.into_iter());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || std::iter::from_fn(next).for_each(|job| job());
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}
