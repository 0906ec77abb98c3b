@testable import EndpointCassette
import Foundation
import Testing

@Suite struct PlaybackStateTests {
    private let cassette = Cassette([.sample("/a"), .sample("/b"), .sample("/a"), .sample("/c"), .sample("/a")])

    /// The indices that the requests are answered with; `x` for exhausted, `-` for a miss.
    private func play(_ paths: String, _ playhead: PlaybackState) -> String {
        let index = CassetteIndex(cassette)
        var playhead = playhead
        return paths.map { path -> String in
            switch cassette.match(.get("https://api.example.com/\(path)"), by: index, at: playhead) {
            case .hit(let hit, let next):
                playhead = next
                return "\(hit)"
            case .exhausted(let last): return "x\(last)"
            case .miss: return "-"
            }
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("abaca", PlaybackState.Repetition.never, "0 1 2 3 4"), ("aaabc", .never, "0 2 4 1 3"), ("cba", .never, "3 1 0"),
        ("aaaab", .never, "0 2 4 x4 1"), ("bb", .never, "1 x1"), ("d", .never, "-"),
        ("aaaaab", .last, "0 2 4 4 4 1"), ("bbb", .last, "1 1 1"),
        ("aaaaaaab", .all, "0 2 4 0 2 4 0 1"), ("bcbc", .all, "1 3 1 3"),
    ])
    func `equal requests get their answers in order, different ones in any`(
        paths: String, repetition: PlaybackState.Repetition, indices: String
    ) {
        #expect(play(paths, PlaybackState(repetition: repetition)) == indices)
    }

    @Test(arguments: [
        ("abaca", PlaybackState.Repetition.never, "0 1 2 3 4"), ("ba", .never, "- 0"), ("abacaa", .never, "0 1 2 3 4 x4"),
        ("abacab", .never, "0 1 2 3 4 x1"), ("abacad", .never, "0 1 2 3 4 -"), ("abacaab", .all, "0 1 2 3 4 0 1"),
        ("abacaab", .last, "0 1 2 3 4 4 1"), ("aa", .never, "0 -"),
    ])
    func `a strict order takes requests as they were recorded`(
        paths: String, repetition: PlaybackState.Repetition, indices: String
    ) {
        #expect(play(paths, PlaybackState(order: .strict, repetition: repetition)) == indices)
    }

    @Test func `an old playhead is where it was`() throws {
        let index = CassetteIndex(cassette)
        let start = PlaybackState()
        for _ in 0..<3 {
            guard case .hit(let hit, let next) = cassette.match(.get("https://api.example.com/a"), by: index, at: start)
            else {
                Issue.record("no hit")
                return
            }
            #expect(hit == 0)
            #expect(next.total == 1 && next.plays(of: 0) == 1 && start.total == 0)
        }
    }

    @Test func `lists what was never played`() {
        let playhead = PlaybackState().playing(0).playing(2).playing(2)
        #expect(cassette.unused(at: playhead) == [1, 3, 4])
    }

    @Test func `an exchange that is appended while playing is found`() {
        var (longer, index) = (cassette, CassetteIndex(cassette))
        longer = longer.appending(.sample("/d"))
        index.append(.sample("/d"))
        guard case .hit(5, _) = longer.match(.get("https://api.example.com/d"), by: index, at: PlaybackState()) else {
            Issue.record("not found")
            return
        }
    }

    @Test func `a rule of your own decides among requests that look alike`() {
        var (german, english) = (Interaction.sample("/a"), Interaction.sample("/a"))
        german.request.headers = [HeaderField("Accept-Language", "de")]
        english.request.headers = [HeaderField("Accept-Language", "en")]
        let cassette = Cassette([german, english])
        let matching = Matching.standard.custom { recorded, live in
            recorded.headers == live.headers ? [] : [Difference(.custom, recorded: nil, live: nil)]
        }
        guard case .hit(1, _) = cassette.match(english.request, by: matching, at: PlaybackState()) else {
            Issue.record("not the English one")
            return
        }
    }

    @Test func `counts as an array of counts would`() {
        var random = SplitMix64(seed: 2)
        var (tally, counts) = (Tally(), [Int](repeating: 0, count: 40_000))
        for _ in 0..<3000 {
            let index = Int.random(in: 0..<counts.count, using: &random) >> Int.random(in: 0...12, using: &random)
            tally = tally.adding(at: index)
            counts[index] += 1
        }
        #expect(counts.indices.allSatisfy { tally[$0] == counts[$0] })
        #expect(tally[1 << 40] == 0)
    }
}
