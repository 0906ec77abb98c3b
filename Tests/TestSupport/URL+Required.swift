import EndpointCore
import Testing

extension URL {
    /// The URL of a text that must be one.
    package init(required text: String) throws {
        self = try #require(URL(string: text))
    }
}
