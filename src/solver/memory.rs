//! Hints to the processor and the system about large tables that are read at
//! random. They change how long an answer takes, and nothing else.

/// Asks for the cache line of a value before it is needed.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch is a hint; it reads nothing that the program sees, and
    // the address is that of a live value.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system to map the memory of a large vector in large pages as it is
/// filled, which saves most of the cost of finding a page: a third of the time
/// of a long search.
pub(super) fn large_pages<T>(values: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        const WORTH: usize = 4 << 20;
        if values.len() * size_of::<T>() < WORTH {
            return;
        }
        let bytes = values.capacity() * size_of::<T>();
        let start = values.as_ptr() as usize;
        let first = start.next_multiple_of(PAGE);
        let length = (start + bytes - first) / PAGE * PAGE;
        // SAFETY: the range lies inside the vector's own allocation, and this
        // advice changes neither its contents nor its protection. A refusal does
        // no harm.
        unsafe {
            libc::madvise(first as *mut libc::c_void, length, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = values;
}
