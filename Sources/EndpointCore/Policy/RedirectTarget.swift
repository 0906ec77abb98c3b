/// Where a `Location` leads, resolved by RFC 3986 from its raw text and checked.
struct RedirectTarget: Sendable {
    /// The URL to send to, without user information and fragment.
    let url: URL
    let origin: Origin
    /// The origin that answered with the redirect.
    let source: Origin

    private let location: String

    init(_ location: String, from url: URL) throws(RequestError) {
        let base = URLReference(url.absoluteString)
        guard let reference = URLReference(location: location) else {
            throw Self.refusal("it contains a control character.", location)
        }
        let target = reference.resolved(against: base)
        do throws(RequestError) {
            source = try Origin(base)
            origin = try Origin(target)
            self.url = try Self.url(of: target, at: origin)
        } catch {
            throw Self.refusal(Self.problem(error), location)
        }
        self.location = location
    }

    /// Why the redirect is not followed.
    func refusal(_ problem: String) -> RequestError {
        Self.refusal(problem, location)
    }

    private static func refusal(_ problem: String, _ location: String) -> RequestError {
        RequestError(.redirect(problem, to: location))
    }

    private static func url(of target: URLReference, at origin: Origin) throws(RequestError) -> URL {
        let text = origin.description + target.path + (target.query.map { "?" + $0 } ?? "")
        guard let url = URL(string: text), url.absoluteString == text else { throw RequestError(.url(text)) }
        return url
    }

    private static func problem(_ error: RequestError) -> String {
        switch error.reason {
        case .scheme: "its scheme is neither http nor https."
        case .host: "its host or port cannot be used."
        default: "it is not a usable URL."
        }
    }
}
