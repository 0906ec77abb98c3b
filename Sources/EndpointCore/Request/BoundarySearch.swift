/// Looks for a text in bytes that come piece by piece. The first letter of the text must stand in it only once.
package struct BoundarySearch: Sendable {
    private let needle: [UInt8]
    private var matched = 0

    package init(_ boundary: String) {
        needle = Array(boundary.utf8)
    }

    /// Whether the text ends in these bytes; it may begin in those before them.
    package mutating func finds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes {
            if byte == needle[matched] {
                matched += 1
                if matched == needle.count { return true }
            } else {
                matched = byte == needle[0] ? 1 : 0
            }
        }
        return false
    }
}
