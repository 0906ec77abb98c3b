import EndpointCassette

/// Which headers of requests belong to the API, and which to the program that sent them.
enum HeaderInference {
    private static let ofClients: Set<String> = [
        "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-length",
        "content-type", "dnt", "host", "origin", "pragma", "priority", "referer", "te", "trailer", "transfer-encoding",
        "upgrade", "upgrade-insecure-requests", "user-agent", "via", "expect", "keep-alive", "date", "range", "accept",
        "prefer", "purpose", "x-requested-with", "x-client-data", "x-forwarded-for", "x-forwarded-proto",
        "x-forwarded-host", "x-real-ip", "x-amz-date", "x-csrf-token", "x-xsrf-token", "traceparent", "tracestate",
        "x-request-id", "x-correlation-id", "idempotency-key", "postman-token", "alt-used", "proxy-connection",
        "baggage", "sentry-trace", "if-none-match", "if-modified-since", "if-match", "last-event-id",
    ]

    /// The headers that all requests have with the same value, and `Accept` if the API answers with JSON.
    static func headers(of calls: [Call]) -> [ModuleDescription.HeaderText] {
        var found: [ModuleDescription.HeaderText] = []
        if let accept = commonAccept(of: calls) { found.append(.init(name: "Accept", value: accept)) }
        guard let first = calls.first else { return found }
        for field in first.headers {
            let name = field.name.lowercased()
            guard !ofClients.contains(name), !name.hasPrefix("sec-"), !name.hasPrefix(":"),
                !Redaction.standard.isSecret(header: field.name), !field.value.contains("{{secret"),
                calls.allSatisfy({ $0.headers[field.name] == field.value }),
                field.value.isPrintableASCII,
                !field.value.isEmpty,
                field.name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F })
            else { continue }
            found.append(.init(name: field.name, value: field.value))
        }
        return found
    }

    /// A media type of JSON that most requests accept or most responses have.
    private static func commonAccept(of calls: [Call]) -> String? {
        let named = calls.compactMap { $0.headers["Accept"] }.filter {
            $0.contains("json") && !$0.contains(",") && $0.count < 80
        }
        if let first = named.first, named.allSatisfy({ $0 == first }), !first.contains("{{") { return first }
        let answers = calls.compactMap(\.response).count { $0.headers.mediaType.hasSuffix("json") }
        return answers * 2 > calls.count ? "application/json" : nil
    }

    /// The `Accept` that an endpoint has to set; nil if its requests have the right one without that.
    ///
    /// Without a successful response it is the one that was sent. With one it is what the content needs.
    static func accept(
        of route: Route, _ content: EndpointDescription.Content, module headers: [ModuleDescription.HeaderText]
    ) -> String? {
        guard content == .data || route.calls.allSatisfy({ $0.response == nil }) else { return nil }
        if route.successes.isEmpty {
            let common = headers.first { $0.name == "Accept" }?.value
            let wanted = sentAccept(of: route) ?? any
            return wanted == common ?? any ? nil : wanted
        }
        let sent = route.calls.lazy.compactMap { $0.headers["Accept"] }.first { !$0.contains("json") && $0.count < 60 }
        let type = route.successes.first?.headers.mediaType ?? ""
        if type.hasPrefix("image/") { return "image/*" }
        return sent
            ?? (type.contains("/") && type.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 } ? type : any)
    }

    /// What a client sends without an `Accept` of the endpoint or the environment.
    private static let any = "*/*"

    /// The `Accept` of all calls of a route; nil if they have none, or not the same, or one with a secret.
    private static func sentAccept(of route: Route) -> String? {
        guard let first = route.calls.first?.headers["Accept"], !first.contains("{{secret"),
            route.calls.allSatisfy({ $0.headers["Accept"] == first }), first.isPrintableASCII
        else { return nil }
        return first
    }

    /// What a program has to add, in sentences.
    static func sentences(about credentials: [String]) -> [String] {
        credentials.map { credential in
            switch credential.lowercased() {
            case "authorization: bearer":
                "Requests had a bearer token, which is not part of this module: give it to the client, as in `LiveClient(environment: …).standard { $0.credential = .bearer(token) }`."
            case "authorization: basic":
                "Requests had a user name and a password, which are not part of this module: give them to the client, as in `LiveClient(environment: …).standard { $0.credential = .basic(user: user, password: password) }`."
            case "cookie":
                "Requests had cookies, which are not part of this module. The client stores none: if the API needs one, give it to the client, as in `$0.credential = .header(\"Cookie\", value)`."
            default:
                "Requests had a secret in the header `\(credential.split(separator: ":").first.map(String.init) ?? credential)`, which is not part of this module: give it to the client, as in `$0.credential = .header(name, value)`."
            }
        }
    }
}

extension StringProtocol {
    /// Whether all characters are visible ones of ASCII, or blanks.
    var isPrintableASCII: Bool { utf8.allSatisfy { 0x20..<0x7F ~= $0 } }
}
