/// A JSON value as it was written (RFC 8259): members in their order, with repeated keys, and numbers with all their
/// digits.
///
/// Foundation's readers lose the order and the digits, and a cassette must return exactly what was stored.
package indirect enum JSONNode: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package let key: String
        package let value: JSONNode

        package init(key: String, value: JSONNode) {
            self.key = key
            self.value = value
        }
    }

    case null
    case bool(Bool)
    /// The text of the number. ``JSONNumber`` interprets it.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
}
