import EndpointLaws

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Damage {
    /// For each law about responses, a client that breaks only that law.
    static let ofResponses: [ClientLaw: Damage] = [
        .status: .responses { response, _ in if response.http.statusCode == 226 { response.set(status: 200) } },
        .statusBeyond599: .throwing(for: 600...999),
        .reasonPhrase: .throwing(on: .reasonPhrase),
        .noReasonPhrase: .throwing(on: .noReasonPhrase),
        .failingStatus: .throwing(for: 500...599),
        .challenge: .throwing(.userAuthenticationRequired, for: 401...401),
        .proxyChallenge: .throwing(for: 407...407),
        .responseHeader: .responseHeaders { _, value in value.replacingOccurrences(of: "  ", with: " ") },
        .emptyResponseHeader: .responseHeaders { _, value in value.isEmpty ? nil : value },
        .repeatedResponseHeader: .responseHeaders { name, value in
            name == "X-Law-Twice" ? value.components(separatedBy: ", two")[0] : value
        },
        .respelledResponseHeader: .responses { response, request in
            if request.isOf(.respelledResponseHeader) { response.set(headers: ["X-Law-Spelt": "two"]) }
        },
        .manyResponseHeaders: .responses { response, _ in
            response.set(headers: HeaderFields(response.headers.prefix(64)))
        },
        .identityBody: .responses { response, _ in
            response.body = .data(Data(String(decoding: response.data, as: UTF8.self).utf8))
        },
        .chunks: .answering("4\r\nbody\r\n0\r\n\r\n", on: .chunks),
        .emptyChunked: .throwing(on: .emptyChunked),
        .noLength: .answering("", on: .noLength),
        .drops: .answering("bod", on: .drops),
        .headLength: .responses { response, request in
            guard request.urlRequest.httpMethod == "HEAD" else { return }
            response.set(headers: response.headers.filter { !$0.isNamed("Content-Length") })
        },
        .noContentLength: .responses { response, _ in
            if response.http.statusCode == 204, response.headers["Content-Length"] == "1000" {
                throw URLError(.timedOut)
            }
        },
        .notModifiedLength: .responses { response, _ in
            if response.http.statusCode == 304, response.headers["Content-Length"] == "1000" {
                throw URLError(.timedOut)
            }
        },
        .interimResponse: .responses { response, request in
            if request.isOf(.interimResponse) {
                var headers = response.headers
                headers["X-Early"] = "1"
                response.set(headers: headers)
            }
        },
        .trailersAreAccepted: .responses { response, request in
            if request.isOf(.trailersAreAccepted) {
                var headers = response.headers
                headers["X-Sum"] = "1"
                response.set(headers: headers)
            }
        },
        .finalURL: .responses { response, _ in
            let url = response.http.url?.absoluteString.replacingOccurrences(of: "%2F", with: "/")
            response.set(url: url.flatMap { URL(string: $0) })
        },
        .noCache: Damage {
            let cache = Locked([String: APIResponse]())
            return { request, _, next in
                if let cached = cache.withLock({ $0[request.path] }) { return cached }
                let response = try await next(request)
                if response.headers["Cache-Control"] != nil { cache.withLock { $0[request.path] = response } }
                return response
            }
        },
        .gzip: .answering("\u{1F}\u{8B}", on: .gzip),
        .deflate: .answering("x\u{DA}", on: .deflate),
        .brotli: .answering("\u{1B}\u{8B}", on: .brotli),
        .identityEncoding: .responses { response, _ in
            if response.headers["Content-Encoding"] == "identity" { throw URLError(.cannotDecodeContentData) }
        },

        .notHTTP: .forgiving(.notHTTP, "garbage"),
        .lowercaseVersion: .forgiving(.lowercaseVersion, "body"),
        .incompleteHead: .forgiving(.incompleteHead),
        .incompleteBody: .forgiving(.incompleteBody, "half"),
        .incompleteChunks: .forgiving(.incompleteChunks, "body"),
        .conflictingLengths: .forgiving(.conflictingLengths, "bo"),
        .lengthIsNoNumber: .forgiving(.lengthIsNoNumber, "body"),
        .lengthAndChunks: .answering("4\r\n", on: .lengthAndChunks),
        .chunkSizeIsNoNumber: .forgiving(.chunkSizeIsNoNumber),
        .corruptEncoding: .forgiving(.corruptEncoding),
        .noResponse: .errors { _, request in request.isOf(.noResponse) ? URLError(.cannotConnectToHost) : nil },
        .noServer: .errors { error, _ in
            (error as? URLError)?.code == .cannotConnectToHost ? URLError(.networkConnectionLost) : nil
        },
        .noSecretInErrors: .errors { error, request in
            guard let code = (error as? URLError)?.code, let url = request.urlRequest.url else { return nil }
            return URLError(code, userInfo: [NSURLErrorFailingURLErrorKey: url])
        },

        .redirectFollowed: .responses { response, request in
            if request.isOf(.redirectFollowed) { response.set(status: 302) }
        },
        .relativeLocation: .urls { url, _ in
            url.replacingOccurrences(of: "relativeLocation/a/b?0", with: "relativeLocation/c")
        },
        .finalURLAfterRedirect: .calls { request, server, next in
            var response = try await next(request)
            if !request.path.contains("://") { response.set(url: URL(string: "\(server.url)/\(request.path)")) }
            return response
        },
        .endlessRedirect: .forgiving(.endlessRedirect) { ($0 as? URLError)?.code == .httpTooManyRedirects },
        .noLocation: .responses { response, _ in
            let isRedirect = [301, 302, 303, 307, 308].contains(response.http.statusCode)
            if isRedirect, response.headers["Location"] == nil { throw URLError(.badServerResponse) }
        },
        .otherScheme: .forgiving(.otherScheme, "127.0.0.1 localhost"),
        .seeOther: .urls { url, server in url == "seeOther" ? server.loopback.url.absoluteString + "/end" : nil },
        .temporaryRedirect: .requests { request, _ in
            if request.isOf(.temporaryRedirect) { request.body = .data(Data()) }
        },
        .credentialsKept: .requests { request, _ in
            if request.isOf(.credentialsKept) { request.urlRequest.setValue(nil, forHTTPHeaderField: "Authorization") }
        },
        .credentialsStay: .sendingAgain { ["authorization", "cookie"].contains($0.lowercased()) },
        .keysStay: .sendingAgain { $0.lowercased().hasPrefix("x-") },

        .responseLimit: .forgiving(.responseLimit),
        .decodedResponseLimit: .forgiving(.decodedResponseLimit),
        .responseOfTheLimit: .calls { request, server, next in
            let response = try await next(request)
            if response.data.count >= server.responseLimit { throw URLError(.dataLengthExceedsMaximum) }
            return response
        },
    ]

    /// A client that sends some headers again to the origin to which a redirect led.
    private static func sendingAgain(_ isSent: @escaping @Sendable (String) -> Bool) -> Damage {
        .calls { request, server, next in
            let response = try await next(request)
            guard let url = response.http.url, url.port != server.url.port else { return response }
            var again = request
            again.urlRequest.url = url
            again.urlRequest.changeHeaders { isSent($0) ? $1 : nil }
            return try await next(again)
        }
    }
}
