/// Which headers are shown with their values.
enum ShownHeader {
    private static let names: WordList = """
        accept accept-charset accept-encoding accept-language accept-patch accept-post accept-ranges age allow alt-svc cache-control
        cf-cache-status cf-ray connection content-disposition content-encoding content-language content-length content-range content-type
        date deprecation etag expect expires host if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive
        last-modified pragma prefer preference-applied range request-id retry-after server server-timing sunset te traceparent trailer
        transfer-encoding upgrade user-agent vary via warning x-amz-cf-id x-amz-request-id x-amzn-requestid x-amzn-trace-id x-cache
        x-cloud-trace-context x-content-type-options x-correlation-id x-github-request-id x-powered-by x-request-id x-runtime
        x-served-by x-trace-id
        """
    private static let limits = ["ratelimit", "x-ratelimit", "x-rate-limit"]

    static func isHarmless(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || limits.contains { name.hasPrefix($0) }
    }
}

extension Redaction {
    /// The value of a header as errors, logs and commands show it: a harmless header without its secrets, a credential
    /// as redacted by ``header(_:_:)``, and a placeholder for any other.
    package func shownHeader(_ name: String, _ value: String) -> String {
        let redacted = header(name, value)
        if showsValues || value.isEmpty || ShownHeader.isHarmless(name) { return redacted }
        return isSecret(header: name) && redacted != value ? redacted : "{{value}}"
    }

    /// Header fields, each with the value that ``shownHeader(_:_:)`` returns.
    package func shownHeaders(_ headers: HeaderFields) -> HeaderFields {
        headers.mappingValues { shownHeader($0.name, $0.value) }
    }
}
