/// What a failed connection says about the port of its URL: it speaks TLS where `http` was sent, no TLS where `https`
/// was sent, or a protocol other than HTTP.
///
/// Only the texts of the TLS library and of libcurl distinguish these failures from others with the same code.
enum WrongPort {
    /// The first bytes of a reply without TLS, as a TLS library describes them: an unknown version, a record that is
    /// too long, or a packet of another kind.
    private static let plainReplies = [
        "wrong version number", "wrong_version_number", "packet length too long", "record too long",
        "record layer failure", "unexpected tls packet", "unknown protocol", "http request", "http_request",
    ]

    /// A reply that does not begin with a status line, as libcurl describes it.
    private static let foreignReplies = ["http/0.9", "unsupported protocol version", "weird server reply"]

    /// A question for a person; nil if the failure says nothing about the port.
    static func hint(_ error: URLError, at url: URL) -> String? {
        guard let origin = Origin(url) else { return nil }
        let text = error.localizedDescription.lowercased()
        if foreignReplies.contains(where: text.contains) {
            return
                "The response is not HTTP: is this the port of another service\(origin.isSecure ? "" : ", or of https")?"
        }
        let isBroken = error.code == .networkConnectionLost || error.code == .secureConnectionFailed
        if origin.isSecure, plainReplies.contains(where: text.contains) || isBroken && origin.port == 80 {
            return "The server does not speak TLS: is this an http port?"
        }
        return !origin.isSecure && isBroken && origin.port == 443 ? "Is this an https port?" : nil
    }
}
