import Foundation
import Testing

@testable import EndpointCassette

@Suite struct PlaybackStateTests {
    private let cassette = Cassette([.sample("/a"), .sample("/b"), .sample("/a"), .sample("/c"), .sample("/a")])

    /// The indices that the requests are answered with; `x` for exhausted, `-` for a miss.
    private func play(_ paths: String, _ playback: PlaybackState) -> String {
        let index = CassetteIndex(cassette)
        var playback = playback
        return paths.map { path -> String in
            switch cassette.match(.get("https://api.example.com/\(path)"), by: index, at: playback) {
            case .hit(let hit, let next):
                playback = next
                return "\(hit)"
            case .exhausted(let last): return "x\(last)"
            case .miss: return "-"
            }
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("abaca", false, "0 1 2 3 4"), ("aaabc", false, "0 2 4 1 3"), ("cba", false, "3 1 0"),
        ("aaaab", false, "0 2 4 x4 1"), ("bb", false, "1 x1"), ("d", false, "-"),
        ("aaaaab", true, "0 2 4 4 4 1"), ("bbb", true, "1 1 1"),
    ])
    func `equal requests get their answers in order, different requests in any order`(
        paths: String, allowRepeats: Bool, indices: String
    ) {
        #expect(play(paths, PlaybackState(allowRepeats: allowRepeats)) == indices)
    }

    @Test(arguments: [
        ("abaca", false, "0 1 2 3 4"), ("ba", false, "- 0"), ("abacaa", false, "0 1 2 3 4 x4"),
        ("abacab", false, "0 1 2 3 4 x1"), ("abacad", false, "0 1 2 3 4 -"),
        ("abacaab", true, "0 1 2 3 4 4 1"), ("aa", false, "0 -"),
    ])
    func `a strict order answers requests only as they were recorded`(
        paths: String, allowRepeats: Bool, indices: String
    ) {
        #expect(play(paths, PlaybackState(order: .strict, allowRepeats: allowRepeats)) == indices)
    }

    @Test func `an earlier playback state stays where it was`() throws {
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

    @Test func `a playback lists the interactions that were never played`() {
        let playback = PlaybackState().playing(0).playing(2).playing(2)
        #expect(cassette.unused(at: playback) == [1, 3, 4])
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

    @Test func `a custom rule decides among similar requests`() {
        var (german, english) = (Interaction.sample("/a"), Interaction.sample("/a"))
        german.request.headers = ["Accept-Language": "de"]
        english.request.headers = ["Accept-Language": "en"]
        let cassette = Cassette([german, english])
        let matching = Matching.standard.custom(headers: "Accept-Language") { recorded, live in
            recorded.headers == live.headers ? [] : [Matching.Difference(.custom, recorded: nil, live: nil)]
        }
        guard case .hit(1, _) = cassette.match(english.request, by: matching, at: PlaybackState()) else {
            Issue.record("not the English one")
            return
        }
    }

    @Test func `play counts agree with an array of counts`() {
        var random = SplitMix64(seed: 2)
        var (plays, counts) = (PlayCounts(), [Int](repeating: 0, count: 40_000))
        for _ in 0..<3000 {
            let index = Int.random(in: 0..<counts.count, using: &random) >> Int.random(in: 0...12, using: &random)
            plays = plays.incrementing(index)
            counts[index] += 1
        }
        #expect(counts.indices.allSatisfy { plays[$0] == counts[$0] })
        #expect(plays[1 << 40] == 0)
    }

    @Test func `a list of unused interactions is short`() throws {
        let cassette = Cassette((1...1000).map { .sample("/\($0)") })
        let unused = try #require(CassetteError(unusedIn: cassette, at: PlaybackState()))
        let lines = unused.description.components(separatedBy: "\n")
        #expect(unused.unusedIndices?.count == 1000)
        #expect(lines.count == 12)
        #expect(lines.first == "1000 interactions were never requested.")
        #expect(lines.last == "  … and 990 more")
    }
}
