/// The grammar of a number in JSON (RFC 8259 §6).
enum JSONNumber {
    static func isValid(_ token: some Collection<UInt8>) -> Bool {
        var rest = token[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        if rest.first == UInt8(ascii: "0") {
            rest.removeFirst()
        } else if !skipDigits(&rest) {
            return false
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard skipDigits(&rest) else { return false }
        }
        guard rest.first?.lowercased == UInt8(ascii: "e") else { return rest.isEmpty }
        rest.removeFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        return skipDigits(&rest) && rest.isEmpty
    }

    private static func skipDigits<Rest: Collection<UInt8>>(_ rest: inout Rest) -> Bool where Rest.SubSequence == Rest {
        guard rest.first?.isDigit == true else { return false }
        rest = rest.drop(while: \.isDigit)
        return true
    }
}
