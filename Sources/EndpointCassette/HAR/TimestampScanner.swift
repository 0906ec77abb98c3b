/// Takes the parts of a timestamp one after the other.
struct TimestampScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Exactly that many digits.
    mutating func number(_ width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(width)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The digits behind the point; beyond nanoseconds they are passed over.
    mutating func fraction() -> Double {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        let kept = digits.prefix(9)
        return kept.reduce(0.0) { $0 * 10 + Double($1 - 0x30) } / kept.reduce(1.0) { power, _ in power * 10 }
    }

    /// `Z`, `+02:00`, `-0700` or nothing, in minutes.
    mutating func offset() -> Int? {
        if take("Z") || take("z") || isAtEnd { return 0 }
        let sign = take("-") ? -1 : 1
        if sign == 1, !take("+") { return nil }
        guard let hours = number(2) else { return nil }
        _ = take(":")
        guard let minutes = isAtEnd ? 0 : number(2) else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
