import Foundation

/// An exchange that went through a proxy, in words.
struct ProxiedExchange: Hashable, Sendable {
    /// `GET https://api.example.com/v1/me`, with its secrets redacted.
    let request: String

    /// The status that the client of the proxy got.
    let status: Int

    /// How many bytes of the body it got.
    var bytes = 0

    var milliseconds: Int64 = 0

    /// What went wrong, or what is missing in the recording; nil if nothing is.
    var problem: String?

    /// `GET https://api.example.com/v1/me → 200, 312 bytes, 25 ms`
    var line: String {
        "\(request) → \(status), \(bytes.counted("byte")), \(milliseconds) ms" + (problem.map { ": \($0)" } ?? "")
    }
}
