/// A request for which a cassette, or a mock, has no response. Its description lists similar requests and remedies.
///
/// The description contains no secret, and by default the values that differ. Retry policies do not retry it, because
/// the result would be the same.
public struct UnmatchedRequest: Error, Hashable, Sendable {
    /// Why there is no response.
    public enum Reason: Hashable, Sendable {
        /// It was not recorded. The description shows the most similar requests.
        case notRecorded
        /// It was recorded, but all its responses have been used. `last` is the index of the last one, from 0, and
        /// `recorded` their number.
        case exhausted(last: Int, recorded: Int)
    }

    /// The request, with its secrets replaced.
    public let request: Interaction.Request

    /// Why there is no response.
    public let reason: Reason

    /// The most similar requests, best first, if it was not recorded.
    package let nearest: [NearMiss]

    /// How many interactions the cassette contains.
    public let interactions: Int

    /// How many of them have been played.
    public let played: Int

    /// The path of the cassette, if it has a file.
    public var file: String?

    /// Whether the interactions are the stubs of a mock, which has no file and different advice.
    package var isMock = false

    /// The source of the request: the type of an endpoint, or a location in the source code.
    public var origin: String?

    /// Further advice for the description, one line each.
    public var hints: [String]

    /// The error for the result of a search; nil for a hit. The redaction says whether the values that differ are
    /// shown.
    package init?(
        _ request: Interaction.Request, _ match: Match, in cassette: Cassette, by index: CassetteIndex,
        at playback: PlaybackState, file: String? = nil, origin: String? = nil, hints: [String] = [],
        redaction: Redaction = .showingValues
    ) {
        switch match {
        case .hit: return nil
        case .exhausted(let last):
            reason = .exhausted(last: last, recorded: index.group(of: request, in: cassette).count)
            nearest = []
        case .miss(let misses):
            reason = .notRecorded
            nearest = misses.map { $0.redacted(by: redaction) }
        }
        var ledger = PlaceholderTable()
        self.request = request.redacted(by: redaction, into: &ledger)
        interactions = cassette.interactions.count
        played = interactions - cassette.unused(at: playback).count
        self.file = file
        self.origin = origin
        self.hints = hints
    }
}

extension UnmatchedRequest: DescribedError {
    /// The request, the nearest recorded requests and their differences, in several lines.
    public var description: String {
        (lines + hints.map { "  \($0)" }).joined(separator: "\n")
    }

    private var lines: [String] {
        switch reason {
        case .notRecorded where isMock:
            ["No stub matches this request.", ""] + heading + (nearest.isEmpty ? [] : [""] + Self.lines(nearest))
        case .exhausted where isMock:
            ["The stub for this request has no replies left."] + heading + [
                "  If more requests are expected:  .times(2) or .anyTimes()"
            ]
        case .notRecorded:
            ["No recorded interaction matches this request.", ""] + heading + [""] + Self.lines(nearest)
                + suggestion(nearest)
        case .exhausted(let last, let recorded):
            ["This request matches #\(last + 1), but \(Self.already(recorded))."] + heading + [
                "  Recorded \(Self.times(recorded)), requested more often: perhaps by a retry, or without a cache. If it may be repeated: allowRepeats: true"
            ]
        }
    }

    private var heading: [String] {
        let place = "  cassette  \(file ?? "in memory")   (\(interactions.counted("interaction")), \(played) played)"
        return ["  \(request)" + (origin.map { "          \($0)" } ?? "")] + (isMock ? [] : [place])
    }

    private static func already(_ recorded: Int) -> String {
        recorded == 1 ? "that was already played (1 of 1)" : "all \(recorded) recordings of it were already played"
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }

    /// The nearest request with its differences, and one line for each other request.
    private static func lines(_ nearest: [NearMiss]) -> [String] {
        guard let first = nearest.first else { return ["  The cassette is empty."] }
        let others = nearest.dropFirst().map { miss in
            let parts = Set(miss.differences.map(\.part.rawValue)).sorted().joined(separator: ", ")
            return "  Next:    #\(miss.index + 1) \(miss.request)   \(count(miss.differences)) (\(parts))"
        }
        return ["  Nearest: #\(first.index + 1) \(first.request)   \(count(first.differences))"]
            + first.differences.prefix(10).map { "    \(padded($0.part.rawValue))\($0.change)" }
            + (first.differences.count > 10 ? ["    … and \(first.differences.count - 10) more"] : []) + others
    }

    private static func count(_ differences: [Matching.Difference]) -> String {
        differences.count.counted("difference")
    }

    private static func padded(_ part: String) -> String {
        part + String(repeating: " ", count: max(1, 11 - part.count))
    }

    /// The call that ignores the differences, if they can be ignored.
    private func suggestion(_ nearest: [NearMiss]) -> [String] {
        let differences = nearest.first?.differences ?? []
        let parts = differences.compactMap(Self.ignoring)
        guard !parts.isEmpty, parts.count == differences.count, parts.count <= 4 else { return [] }
        return [
            "", "  If this is expected to vary:  .standard.ignoring(\(Set(parts).sorted().joined(separator: ", ")))",
        ]
    }

    private static func ignoring(_ difference: Matching.Difference) -> String? {
        switch difference.part {
        case .query: return ".query(\"\(difference.place)\")"
        case .body where difference.place.hasPrefix("$"):
            let anywhere = difference.place.split(separator: "[", omittingEmptySubsequences: false).map { step in
                step.prefix { $0 != "]" }.allSatisfy(\.isNumber) ? "*" + step.drop { $0 != "]" } : String(step)
            }
            return ".json(\"\(anywhere.joined(separator: "["))\")"
        default: return nil
        }
    }
}
