import EndpointTesting

/// Checks that redaction takes time in proportion to the length of the text, whatever repeats in it, because a server decides
/// what the text of an error contains.
struct RedactionBenchmark: Benchmark {
    static let synopsis = "redaction [--gate]"
    static let summary = "Texts of 2 kB and 32 kB that repeat one piece: the time must grow with the length."

    private static let pieces = [
        "eyJ", "eyJ.", "sk-", "-----BEGIN ", "-----BEGIN PRIVATE KEY", "Bearer ", "://", "a=", "a;a=", "&", "%3D", "\"",
        "\\",
        "token:", "\"token\":", "//:a@", "{", "<", "Basic", "ya29.", "password=\"", "a=%26", "c4",
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
    }

    /// How many times as long the longer text takes. The best of several rounds counts, because other work on the machine only
    /// makes a round slower.
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
