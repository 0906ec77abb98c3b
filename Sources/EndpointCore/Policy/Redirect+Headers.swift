extension Redirect {
    /// The headers that go along.
    ///
    /// The list of those that may cross origins is short on purpose. A list of those that may not would miss every credential
    /// that someone gives a name of their own. `traceparent` stays behind as well: a trace belongs to its own system. An
    /// `Idempotency-Key` goes along: without it, a request that is sent again would be carried out twice.
    static func headers(_ headers: [String: String], dropsBody: Bool, crossesOrigin: Bool) -> [String: String] {
        guard dropsBody || crossesOrigin else { return headers }
        return headers.filter { name, _ in
            let name = name.lowercased()
            return !(dropsBody && describesBody(name)) && !(crossesOrigin && !travelling.contains(name))
        }
    }

    /// RFC 9110 §15.4, with the successor of `Digest` (RFC 9530).
    private static func describesBody(_ name: String) -> Bool {
        name.hasPrefix("content-") || ["digest", "last-modified", "repr-digest"].contains(name)
    }

    private static let travelling: WordList = """
        accept accept-encoding accept-language cache-control content-digest content-disposition content-encoding
        content-language content-range content-type idempotency-key if-match if-modified-since if-none-match if-range
        if-unmodified-since prefer range user-agent
        """
}
