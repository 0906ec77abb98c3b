extension LoopbackResponse {
    /// Whether this status goes with a body at all (RFC 9110, section 6.4.1).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// Whether the headers already say, truly or not, where the body ends.
    var hasOwnFraming: Bool { announcedLength != nil || !headers.values(of: "Transfer-Encoding").isEmpty }

    /// The `Content-Length` that the headers claim.
    var announcedLength: String? { headers.values(of: "Content-Length").first }

    var closesConnection: Bool { headers.contains("close", in: "Connection") }
}
