/// The rules for header names, header values and methods that prevent request smuggling (RFC 9110 §5 and §9.1).
///
/// URLSession on Linux does not check them: it sends line breaks in names and methods, drops values that contain a line
/// break, and sends `patch` in lower case.
package enum HeaderRules {
    /// Throws unless the header may be sent.
    ///
    /// A value may be empty. It has no control character except HTAB, and no blank at either end. Such a blank is
    /// rejected, not trimmed: it is not part of the value (RFC 9110 §5.5), and usually a mistake in a credential.
    ///
    /// - Throws: ``RequestError`` when the name is not a token or is reserved, or when the value is not a field value.
    package static func check(name: String, value: String) throws(RequestError) {
        guard isToken(name) else { throw RequestError(.headerName(name)) }
        guard !isReserved(name) else { throw RequestError(.reservedHeader(name)) }
        guard isValue(value) else { throw RequestError(.headerValue(name: name)) }
    }

    /// Throws unless all these headers may be sent together.
    ///
    /// - Throws: ``RequestError`` for one that may not be sent, and for a name that stands there twice, in any case: a
    ///   `URLRequest` has one value for each name.
    package static func check(_ headers: HeaderFields) throws(RequestError) {
        for field in headers { try check(name: field.name, value: field.value) }
        if let name = headers.repeatedName { throw RequestError(.repeatedHeader(name)) }
    }

    /// Whether the text is a token (RFC 9110 §5.6.2), as header names and methods must be: not empty, no blank, no
    /// separator.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isToken }
    }

    /// Whether only the client may set the header, because it determines where the message ends, where it is sent, or
    /// how the connection is used (RFC 9110 §7.6.1, RFC 9112 §6).
    static func isReserved(_ name: String) -> Bool {
        connection.containsIgnoringCase(name) || message.containsIgnoringCase(name)
    }

    /// Whether the field is about one connection, so that it is neither forwarded nor stored (RFC 9110 §7.6.1 and
    /// §11.7, RFC 9111 §3.1).
    static func isHopByHop(_ name: String) -> Bool {
        connection.containsIgnoringCase(name) || proxy.containsIgnoringCase(name)
    }

    /// The method in the form in which it is sent: the methods of RFC 9110 and `PATCH` in upper case, any other token
    /// unchanged.
    ///
    /// - Throws: ``RequestError`` when it is not a token.
    package static func normalised(method: String) throws(RequestError) -> String {
        guard isToken(method) else { throw RequestError(.method(method)) }
        let upper = method.uppercased()
        return methods.contains(upper) ? upper : method
    }

    /// Whether the text can be the value of a header: it has no control character except HTAB, and no blank at either
    /// end.
    package static func isValue(_ value: String) -> Bool {
        let bytes = value.utf8
        return bytes.first?.isBlank != true && bytes.last?.isBlank != true
            && bytes.allSatisfy { !$0.isControl || $0.isBlank }
    }

    private static let connection: WordList = """
        connection keep-alive proxy-connection te trailer transfer-encoding upgrade
        """

    private static let proxy: WordList = "proxy-authenticate proxy-authentication-info proxy-authorization"

    private static let message: WordList = "content-length expect host"

    private static let methods: WordList = "CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE"
}

extension HeaderFields {
    /// The fields without those of the connection, and without those that `Connection` names (RFC 9110 §7.6.1).
    @_spi(EndpointTool) public var endToEnd: HeaderFields {
        let named = values(of: "Connection").joined(separator: ",")
            .split { ", \t".contains($0) }.map(String.init)
        return HeaderFields(
            filter { field in !HeaderRules.isHopByHop(field.name) && !named.contains { field.isNamed($0) } })
    }
}
