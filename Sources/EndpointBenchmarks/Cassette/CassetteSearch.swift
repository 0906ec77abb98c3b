import EndpointTesting

/// Answers out of a cassette in memory, one request after the other, whatever the size of the cassette.
enum CassetteSearch {
    /// The search in a cassette of so many entries.
    static func variant(entries: Int) -> Variant {
        let cassette = Cassette((0..<entries).map { Interaction(request($0), .response(.init(200))) })
        let index = CassetteIndex(cassette)
        return Variant(name: "find one of \(entries)") { count in
            var playhead = PlaybackState(repetition: .all)
            for number in 0..<count {
                let wanted = number * 7919 % entries
                guard case .hit(wanted, let next) = cassette.match(request(wanted), by: index, at: playhead) else {
                    throw MissedGoal("cassette: entry \(wanted) of \(entries) was not found.")
                }
                playhead = next
            }
        }
    }

    private static func request(_ number: Int) -> Interaction.Request {
        Interaction.Request("GET", "https://api.example.com/v1/books/\(100_000 + number)?page=1")
    }
}
