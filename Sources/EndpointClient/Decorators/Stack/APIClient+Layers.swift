extension APIClient {
    /// The client and all that it wraps, outermost first.
    package var layers: [any APIClient] {
        var layers: [any APIClient] = [self]
        while let decorator = layers.last as? any ClientDecorator { layers.append(decorator.upstream) }
        return layers
    }

    /// The first thing that is wrong with the order of the layers: "Authorizing belongs inside Retrying". Nil if nothing is.
    var disorder: String? {
        let ranked = layers.compactMap { $0 as? any OrderedLayer }
        let pair = zip(ranked, ranked.dropFirst()).first { $0.rank > $1.rank }
        return pair.map { "\($0.name) belongs inside \($1.name)" }
    }

    /// Where relative requests go, as far as the innermost client knows.
    package var baseOrigin: Origin? {
        (layers.last as? any BaseURLClient)?.home
    }

    /// Whether every layer ends in time by itself: see ``DeadlineEnforcing``.
    var enforcesDeadlines: Bool {
        layers.allSatisfy { ($0 as? any DeadlineEnforcing)?.enforcesDeadline ?? false }
    }
}
