/// One header line. Lists of them keep the order, the spelling and the repetitions of the wire.
public struct LoopbackHeader: Hashable, Sendable {
    /// The name as it was spelled.
    public let name: String
    /// The value without the blanks around it.
    public let value: String

    /// A line that a response will carry exactly so: neither part is checked, so that a test can send what is forbidden.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [LoopbackHeader] {
    /// The values of all lines with this name, upper and lower case being the same.
    func values(of name: String) -> [String] {
        filter { $0.name.isSameFieldName(as: name) }.map(\.value)
    }

    /// Whether a comma separated header holds this token, as in `Connection: keep-alive, close`.
    func contains(_ token: String, in name: String) -> Bool {
        values(of: name).contains { value in
            value.split(whereSeparator: { ", \t".contains($0) }).contains { String($0).isSameFieldName(as: token) }
        }
    }
}

extension String {
    fileprivate func isSameFieldName(as other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
