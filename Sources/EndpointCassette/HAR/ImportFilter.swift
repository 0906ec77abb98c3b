/// Which entries of a file to take.
public struct ImportFilter: Sendable {
    let reason: String
    let accepts: @Sendable (Interaction.Request) -> Bool

    /// A filter of your own; the reason stands in the note about each entry that it leaves out.
    public init(_ reason: String, accepts: @escaping @Sendable (Interaction.Request) -> Bool) {
        self.reason = reason
        self.accepts = accepts
    }

    /// Every entry.
    public static let all = ImportFilter("") { _ in true }

    /// The entries of one host, whatever its port.
    public static func host(_ host: String) -> ImportFilter {
        ImportFilter("its host is not \(host)") {
            CanonicalURL($0.url).host == host.lowercased()
        }
    }
}
