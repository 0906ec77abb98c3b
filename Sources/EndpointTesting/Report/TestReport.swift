extension CassetteSession {
    /// All requests of the clients so far with their responses, as a page; nil if there are none. Beside a request that
    /// is not in the cassette it shows the nearest recordings. It has no secrets.
    ///
    /// With Swift Testing, the trait `.cassette` attaches it to a failed test.
    public func report(title: String? = nil) -> Data? {
        let exchanges = traffic.exchangesWithMisses
        guard !exchanges.isEmpty else { return nil }
        var placeholders = replay.placeholders
        let redaction = file.redaction(for: traffic.cassette, &placeholders)
        let name = file.url.lastPathComponent
        return HARReport(exchanges, named: name, redaction: redaction, placeholders).html(title: title)
    }
}

extension MockClient {
    /// All requests to these clients with their responses, in the order of their starts, as a page; nil if there are
    /// none. Beside a request without a reply it shows the nearest stubs.
    package static func report(of clients: [MockClient], title: String) -> Data? {
        let exchanges = clients.flatMap { $0.traffic?.exchangesWithMisses ?? [] }
            .sorted { $0.interaction.startedDateTime < $1.interaction.startedDateTime }
        guard !exchanges.isEmpty else { return nil }
        let redaction = clients.map(\.traits.redaction).reduce(Redaction.showingValues) { $0.adding($1) }
        return HARReport(exchanges, named: title, redaction: redaction).html(title: title)
    }
}
