import EndpointTesting

/// Checks that redaction, and the structure of a body that errors show, take time in proportion to the length of the
/// text, whatever repeats in it, because a server decides what the text of an error contains.
struct RedactionBenchmark: Benchmark {
    static let synopsis = "redaction [--gate]"
    static let summary =
        "Texts of 2 kB and 32 kB, and bodies of 0.5 MB and 1 MB, that repeat one piece: the time must grow with the length."

    private static let pieces = [
        "eyJ", "eyJ.", "sk-", "-----BEGIN ", "-----BEGIN PRIVATE KEY", "Bearer ", "://", "a=", "a;a=", "&", "%3D", "\"",
        "\\",
        "token:", "\"token\":", "//:a@", "{", "<", "Basic", "ya29.", "password=\"", "a=%26", "c4",
    ]

    private static let bodyPieces = [
        "[", "{\"a\":", "[1,", "{\"message\":\"x\"},", "{\"detail\":[", "\"errors\",", "1,", "{\"k\":{\"k\":1}},",
        "\"\\u0061\",", "<", "<!--",
        "<b>", "<script>", "<title>", "a=b&", "message=1&", "word ", "word", "\n", ",", "\\",
    ]

    private static let growth = 16
    private static let limit = Double(growth) * 2

    private let isGated: Bool

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
    }

    func run() async throws {
        var worst = 0.0
        for piece in Self.pieces {
            let ratio = await Self.ratio(piece)
            worst = max(worst, ratio)
            Console.line(String(format: "  %5.1f ×  ", ratio) + piece.debugDescription)
        }
        Console.line(
            String(format: "redaction: %d times the text takes at most %.1f times as long", Self.growth, worst))
        if isGated, worst > Self.limit { throw MissedGoal("redaction: \(worst) is more than \(Self.limit).") }
        try await runBodies()
    }

    private func runBodies() async throws {
        var (worst, longest) = (0.0, 0.0)
        for piece in Self.bodyPieces {
            for (start, type) in [
                ("[", "application/json"), ("<html>", "text/html"), ("", "application/x-www-form-urlencoded"),
            ] {
                let cost = await Self.cost(start, piece, type)
                (worst, longest) = (max(worst, cost.ratio), max(longest, cost.seconds))
            }
        }
        Console.line(
            String(
                format: "structure: twice the body takes at most %.2f times as long, 1 MB at most %.0f ms", worst,
                longest * 1000))
        if isGated, worst > Self.bodyLimit { throw MissedGoal("structure: \(worst) is more than \(Self.bodyLimit).") }
    }

    /// Twice the length may take 2.2 times as long.
    private static let bodyLimit = 2.2

    private static func cost(_ start: String, _ piece: String, _ type: String) async -> (ratio: Double, seconds: Double)
    {
        var best = [Double.infinity, .infinity]
        for _ in 0..<5 {
            for (index, count) in [500_000, 1_000_000].enumerated() {
                let body = Data((start + String(repeating: piece, count: count / piece.utf8.count)).utf8)
                best[index] = min(
                    best[index],
                    await Cost.of { _ = Redaction.standard.excerpt(of: body, contentType: type, isFailure: true) }
                        .processor)
            }
        }
        return (best[1] / max(best[0], 0.000_5), best[1])
    }

    /// How many times as long the longer text takes. The best of several rounds counts, because other work on the
    /// machine only makes a round slower.
    private static func ratio(_ piece: String) async -> Double {
        let redaction = Redaction.standard.redacting(values: ["c4c4c4c4c5"])
        var best = [Double.infinity, .infinity]
        for _ in 0..<15 {
            for (index, count) in [2_000, 2_000 * growth].enumerated() {
                let text = String(repeating: piece, count: count / piece.utf8.count)
                best[index] = min(best[index], await Cost.of { _ = redaction.text(text) }.processor)
            }
        }
        return best[1] / best[0]
    }
}
