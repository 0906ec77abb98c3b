/// A place in the source of a test.
struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    let fileID: String
    let line: UInt

    /// `BookTests.swift:12`
    var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}
