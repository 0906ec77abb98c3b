/// What a request must keep to so that it arrives as the one message it was meant to be (RFC 9110 §5 and §9.1).
///
/// URLSession on Linux sends line breaks in names and methods as they are, drops values that contain one, and sends
/// `patch` in lower case.
public enum HeaderRules {
    /// Passes when the header may be sent as it is.
    ///
    /// A value may be empty; it has no control character but HTAB, and no blank at either end. Such a blank is refused and
    /// not trimmed: it does not belong to the value (RFC 9110 §5.5), and it is most often a mistake in a credential.
    ///
    /// - Throws: ``RequestError`` when the name is not a token or is reserved, or when the value is not a field value.
    public static func check(name: String, value: String) throws(RequestError) {
        guard isToken(name) else { throw RequestError(.headerName(name)) }
        guard !isReserved(name) else { throw RequestError(.reservedHeader(name)) }
        guard isValue(value) else { throw RequestError(.headerValue(name: name)) }
    }

    /// Whether the text is a token (RFC 9110 §5.6.2), as header names and methods are: not empty, no blank, no separator.
    public static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isToken }
    }

    /// Whether the client alone sets the header, because it decides where the message ends, where it goes, or how the
    /// connection is used (RFC 9110 §7.6.1, RFC 9112 §6).
    public static func isReserved(_ name: String) -> Bool {
        reserved.contains(name.lowercased())
    }

    /// The method as it is sent: the methods of RFC 9110 and `PATCH` in upper case, any other token as it is.
    ///
    /// - Throws: ``RequestError`` when it is not a token.
    public static func normalised(method: String) throws(RequestError) -> String {
        guard isToken(method) else { throw RequestError(.method(method)) }
        let upper = method.uppercased()
        return methods.contains(upper) ? upper : method
    }

    private static func isValue(_ value: String) -> Bool {
        let bytes = value.utf8
        return bytes.first?.isBlank != true && bytes.last?.isBlank != true
            && bytes.allSatisfy { !$0.isControl || $0.isBlank }
    }

    private static let reserved: WordList = """
        connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade
        """

    private static let methods: WordList = "CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE"
}
