//! Code that everyone writes in the same way.

/// You need these implementations to put search nodes in a priority queue, and the standard library's documentation
/// shows how to write them. Other code follows directly from a trait's signature. When variants only differ in names or
/// types, one is enough.
pub(super) const IDIOMS: &str = "
impl<B> PartialOrd for Node<B> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<B> Eq for Node<B> {}

impl<B> PartialEq for Node<B> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<B> Ord for Node<B> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority.cmp(&other.priority)
    }
}

impl<B: Board> Eq for Node<B> {}

impl<B: Board> PartialEq for Node<B> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<B: Board> PartialOrd for Node<B> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<B: Board> Ord for Node<B> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority().cmp(&other.priority())
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.priority == other.priority
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.priority().cmp(&other.priority())
    }
}

impl<B: Board> PartialEq for Node<B> {
    fn eq(&self, other: &Self) -> bool {
        self.priority() == other.priority()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, \"{}\", self.n)?;
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, \"{}\", self.dimension())?;
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { tiles: self.tiles.clone() }
    }
}
";
