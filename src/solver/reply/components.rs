//! The strongly connected components of a graph (Tarjan 1972).

use std::ops::Range;

/// The components, numbered so that each comes after those that it leads to.
pub(super) struct Components {
    /// The component of each node; [`NONE`] for nodes that were left out.
    pub of: Vec<u32>,
    /// All nodes, component by component.
    pub nodes: Vec<u32>,
    /// `first[c]..first[c + 1]` are the nodes of component `c`.
    pub first: Vec<u32>,
}

pub(super) const NONE: u32 = u32::MAX;

impl Components {
    /// Of the graph of the nodes that are `alive`: the edges of node `i` are
    /// `edges(i)`, and edge `e` leads to `target(e)`.
    pub fn new(
        len: usize,
        edges: impl Fn(usize) -> Range<usize>,
        target: impl Fn(usize) -> usize,
        alive: impl Fn(usize) -> bool,
    ) -> Self {
        let mut found = Self {
            of: vec![NONE; len],
            nodes: Vec::with_capacity(len),
            first: vec![0],
        };
        // When a node was met, and the earliest met that it can go back to.
        let mut met = vec![NONE; len];
        let mut back = vec![NONE; len];
        let mut count = 0;
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<(usize, Range<usize>)> = Vec::new();
        for root in (0..len).filter(|&i| alive(i)) {
            let mut enter = (met[root] == NONE).then_some(root);
            loop {
                if let Some(node) = enter.take() {
                    (met[node], back[node]) = (count, count);
                    count += 1;
                    open.push(node as u32);
                    path.push((node, edges(node)));
                }
                let Some((node, left)) = path.last_mut() else {
                    break;
                };
                let node = *node;
                match left.next().map(&target) {
                    Some(to) if !alive(to) => {}
                    Some(to) if met[to] == NONE => enter = Some(to),
                    Some(to) if found.of[to] == NONE => back[node] = back[node].min(met[to]),
                    Some(_) => {}
                    None => {
                        path.pop();
                        if let Some((before, _)) = path.last() {
                            back[*before] = back[*before].min(back[node]);
                        }
                        if back[node] == met[node] {
                            found.close(node as u32, &mut open);
                        }
                    }
                }
            }
        }
        found
    }

    /// Everything that is open down to a node is a component.
    fn close(&mut self, node: u32, open: &mut Vec<u32>) {
        let number = self.first.len() as u32 - 1;
        while let Some(member) = open.pop() {
            self.of[member as usize] = number;
            self.nodes.push(member);
            if member == node {
                break;
            }
        }
        self.first.push(self.nodes.len() as u32);
    }

    /// The nodes of each component.
    pub fn each(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.first.windows(2);
        ends.map(|w| &self.nodes[w[0] as usize..w[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Stream};

    /// Two nodes are in one component if each can be reached from the other.
    #[test]
    fn as_reachability_finds_them() {
        let mut rng = Stream::open(1, Purpose::Synthetic, 0, 0);
        for _ in 0..300 {
            let len = 1 + rng.below(14) as usize;
            let mut lists = vec![Vec::new(); len];
            for list in &mut lists {
                for _ in 0..rng.below(4) {
                    list.push(rng.below(len as u32) as usize);
                }
            }
            let dead = rng.below(2 * len as u32) as usize;
            let alive = |i: usize| i != dead;
            let mut first = vec![0];
            first.extend(lists.iter().scan(0, |sum, list| {
                *sum += list.len();
                Some(*sum)
            }));
            let targets = lists.concat();
            let found =
                Components::new(len, |i| first[i]..first[i + 1], |edge| targets[edge], alive);
            let reach = |from: usize| {
                let mut met = vec![false; len];
                let mut open = vec![from];
                while let Some(i) = open.pop() {
                    if alive(i) && !std::mem::replace(&mut met[i], true) {
                        open.extend(&lists[i]);
                    }
                }
                met
            };
            let reach: Vec<Vec<bool>> = (0..len).map(reach).collect();
            for (i, there) in reach.iter().enumerate() {
                assert_eq!(found.of[i] == NONE, !alive(i));
                for (j, back) in reach
                    .iter()
                    .enumerate()
                    .filter(|(_, r)| alive(i) && r.contains(&true))
                {
                    assert_eq!(found.of[i] == found.of[j], there[j] && back[i]);
                    assert!(!there[j] || found.of[i] >= found.of[j]);
                }
            }
            let all: usize = found.each().map(<[u32]>::len).sum();
            assert_eq!(all, (0..len).filter(|&i| alive(i)).count());
        }
    }
}
