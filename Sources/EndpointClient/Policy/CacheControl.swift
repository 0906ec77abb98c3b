/// The directives of `Cache-Control` (RFC 9111 §5.2, RFC 5861, RFC 8246) that matter to a private cache.
///
/// Where a field is malformed, the stricter reading counts: an unreadable number of seconds is zero, a directive that
/// occurs twice has its stricter value, and the arguments of `no-store`, `no-cache` and `must-revalidate` don't limit
/// them. Unknown directives, `private` and those for shared caches are ignored.
struct CacheControl: Hashable, Sendable {
    /// For how long a response is fresh, or how old it may be for a request.
    private(set) var maxAge: Double?
    /// For how long a response may be used after that, while it is refreshed or when the server fails.
    private(set) var staleWhileRevalidate = 0.0
    private(set) var staleIfError = 0.0
    /// For how long a response has to remain fresh, and for how long it may be stale, for a request.
    private(set) var minFresh: Double?
    private(set) var maxStale: Double?
    private(set) var noStore = false
    private(set) var noCache = false
    private(set) var mustRevalidate = false
    private(set) var onlyIfCached = false
    private(set) var isImmutable = false
    /// Whether any final status may be stored: `public`, or `private`, which a private cache may ignore otherwise.
    private(set) var allowsAnyStatus = false
    private(set) var isPublic = false

    private var isUnderstood = true
    private var mustUnderstand = false

    /// The directives in the value of a field; none for nil.
    init(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        let (elements, isClosed) = Self.elements(Array(text.utf8))
        for element in elements { add(element) }
        if !isClosed { (maxAge, isUnderstood) = (0, false) }
    }

    /// Whether a response must not be stored. `must-understand` replaces `no-store` where the status is understood
    /// (RFC 9111 §5.2.2.3).
    func forbidsStoring(status: Int) -> Bool {
        guard noStore else { return false }
        return !(mustUnderstand && isUnderstood && CacheRules.understoodStatuses.contains(status))
    }

    /// The pieces between commas outside quotes, which begin after an equals sign. If a quote isn't closed, quotes
    /// don't count, so that they hide nothing.
    private static func elements(_ bytes: [UInt8]) -> (elements: [ArraySlice<UInt8>], isClosed: Bool) {
        var (elements, start, isQuoted, isEscaped) = ([ArraySlice<UInt8>](), 0, false, false)
        for (place, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == backslash {
                isEscaped = true
            } else if byte == .quote {
                isQuoted = !isQuoted && place > 0 && bytes[place - 1] == UInt8(ascii: "=")
            } else if byte == comma, !isQuoted {
                elements.append(bytes[start..<place])
                start = place + 1
            }
        }
        guard !isQuoted else { return (bytes.split(separator: comma), false) }
        return (elements + [bytes[start...]], true)
    }

    private static let comma = UInt8(ascii: ",")
    private static let backslash = UInt8(ascii: "\\")

    private mutating func add(_ element: ArraySlice<UInt8>) {
        let element = element.trimmingBlanks
        let name = element.prefix(while: \.isToken)
        let rest = element[name.endIndex...]
        switch String(decoding: name, as: UTF8.self).lowercased() {
        case "no-store":
            noStore = true
            if !rest.isEmpty { isUnderstood = false }
        case "must-understand" where rest.isEmpty: mustUnderstand = true
        case "no-cache": noCache = true
        case "must-revalidate": mustRevalidate = true
        case "only-if-cached": onlyIfCached = true
        case "immutable" where rest.isEmpty: isImmutable = true
        case "public": (allowsAnyStatus, isPublic) = (true, true)
        case "private": allowsAnyStatus = true
        case "max-age": maxAge = min(Self.seconds(rest) ?? 0, maxAge ?? .infinity)
        case "stale-while-revalidate": Self.addWindow(rest, to: &staleWhileRevalidate, &hasWindows.refresh)
        case "stale-if-error": Self.addWindow(rest, to: &staleIfError, &hasWindows.error)
        case "min-fresh": minFresh = max(Self.seconds(rest) ?? .infinity, minFresh ?? 0)
        case "max-stale": maxStale = min(rest.isEmpty ? .infinity : Self.seconds(rest) ?? 0, maxStale ?? .infinity)
        default: break
        }
    }

    /// Whether the two windows have been seen: of two values the shorter one counts.
    private var hasWindows = Windows()

    private struct Windows: Hashable { var (refresh, error) = (false, false) }

    private static func addWindow(_ rest: ArraySlice<UInt8>, to window: inout Double, _ isKnown: inout Bool) {
        let seconds = seconds(rest) ?? 0
        window = isKnown ? min(window, seconds) : seconds
        isKnown = true
    }

    /// The number of seconds in `=60` or `="60"`; nil if it is unreadable. A greater number than 2³¹ counts as 2³¹
    /// (RFC 9111 §1.2.2).
    private static func seconds(_ argument: ArraySlice<UInt8>) -> Double? {
        guard argument.first == UInt8(ascii: "=") else { return nil }
        var digits = argument.dropFirst()
        if digits.count >= 2, digits.first == .quote, digits.last == .quote { digits = digits.dropFirst().dropLast() }
        return seconds(digits: digits)
    }

    /// A number of seconds of digits only, as in `Age`; nil for any other text.
    static func seconds(digits: ArraySlice<UInt8>) -> Double? {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0.0) { min($0 * 10 + Double($1 - UInt8(ascii: "0")), longest) }
    }

    private static let longest = 0x1p31
}

extension ArraySlice<UInt8> {
    /// The bytes without blanks and tabs at both ends.
    var trimmingBlanks: ArraySlice<UInt8> {
        let start = firstIndex { !$0.isBlank } ?? endIndex
        let end = lastIndex { !$0.isBlank }.map { $0 + 1 } ?? endIndex
        return start < end ? self[start..<end] : []
    }
}
