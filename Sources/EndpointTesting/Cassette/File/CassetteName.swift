/// The name of a file for the name of a test.
enum CassetteName {
    private static let limit = 120

    /// Letters, digits, `_`, `.` and `-` stay, everything else becomes one `-`. A long name is cut and gets a checksum.
    static func file(for name: String) -> String {
        let plain = name.hasSuffix("()") ? String(name.dropLast(2)) : name
        let words = plain.split { !($0.isLetter || $0.isNumber || "_.-".contains($0)) }
        let joined = words.filter { !$0.allSatisfy { $0 == "." } }.joined(separator: "-")
        if !joined.isEmpty, joined.utf8.count <= limit, !joined.hasPrefix(".") { return joined }
        var checksum = FNV1a()
        checksum.add(Data(plain.utf8))
        return "\(joined.prefix(limit / 4))-\(String(checksum.value, radix: 16))"
    }
}
