import EndpointCore
import Testing

extension URL {
    /// A URL, or a failed requirement if the text is not valid.
    package init(required text: String) throws {
        self = try #require(URL(string: text))
    }
}
