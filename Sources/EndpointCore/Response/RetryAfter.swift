/// When a server wants to be asked again (RFC 9110 §10.2.3): after some seconds, or at a date.
public struct RetryAfter: Hashable, Sendable {
    private enum Form: Hashable, Sendable {
        case seconds(Int)
        case date(String)
    }

    /// The longest wait, in seconds: 2³¹, about 68 years. What a server asks beyond that is cut to it (RFC 9111 §1.2.2).
    private static let longest = 2_147_483_648

    private let form: Form

    /// Reads the field value. Nil for what is neither digits alone nor an HTTP date: `-1`, `1.5`, `soon`.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            form = .seconds(Self.seconds(text))
        } else if HTTPDate(text, relativeTo: Date(timeIntervalSince1970: 0)) != nil {
            form = .date(text)
        } else {
            return nil
        }
    }

    /// How long to wait from now on; zero for a date that has passed, never more than 2³¹ seconds.
    public func delay(from now: Date) -> Duration {
        switch form {
        case .seconds(let seconds):
            return .seconds(seconds)
        case .date(let text):
            let wait = HTTPDate(text, relativeTo: now)?.date.timeIntervalSince(now) ?? 0
            return wait > 0 ? .seconds(min(wait, Double(Self.longest))) : .zero
        }
    }

    private static func seconds(_ digits: String) -> Int {
        digits.utf8.reduce(0) { min($0 * 10 + Int($1 - 0x30), longest) }
    }
}
