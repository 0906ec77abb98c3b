import ArgumentParser
import EndpointTesting

/// The API behind a proxy.
struct Upstream: APIEnvironment, Hashable, Sendable {
    let baseURL: URL

    /// `http` was chosen on the command line.
    var allowsInsecureConnections: Bool { true }

    /// `https://api.example.com`
    let origin: Origin

    /// An API by its URL.
    ///
    /// - Throws: `ValidationError` unless it is an `http` or `https` URL with a host.
    init(_ text: String) throws {
        guard let url = URL(string: text), let origin = Origin(url), url.user == nil else {
            throw ValidationError("\(text) is not the URL of an API, such as https://api.example.com/v1.")
        }
        (baseURL, self.origin) = (url, origin)
    }

    /// The URL as a text, without a slash at its end.
    var text: String { origin.description + path }

    /// The path of the URL, without a slash at its end.
    var path: String {
        let path = URLComponents(url: baseURL, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? ""
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
