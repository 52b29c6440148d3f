//! Playing games by a policy: sampled, or the exact distribution.
