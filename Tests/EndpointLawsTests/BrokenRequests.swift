import EndpointLaws

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Damage {
    /// For each law about requests, a client that breaks only that law.
    static let ofRequests: [ClientLaw: Damage] = [
        .method: .requests { request, _ in
            if request.urlRequest.httpMethod == "REPORT" { request.urlRequest.httpMethod = "GET" }
        },
        .path: .urls { url, _ in url.replacingOccurrences(of: "%7E", with: "~") },
        .query: .urls { url, _ in url.replacingOccurrences(of: "a+b", with: "a%20b") },
        .fragment: .urls { url, _ in url.replacingOccurrences(of: "#", with: "%23") },
        .header: .headers { _, value in value.replacingOccurrences(of: "  ", with: " ") },
        .emptyHeader: .headers { _, value in value.isEmpty ? nil : value },
        .repeatedHeader: .headers { _, value in value.components(separatedBy: ",t")[0] },
        .longHeader: .headers { _, value in String(value.prefix(4096)) },
        .ownHeaderWins: .requests { request, _ in
            request.urlRequest.setValue("Broken/1", forHTTPHeaderField: "User-Agent")
        },
        .noBody: .requests { request, _ in
            guard request.body == nil, request.urlRequest.httpBody == nil else { return }
            request.urlRequest.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        },
        .host: .urls { url, server in url == "host" ? "http://localhost:\(server.loopback.port)/v1/host" : nil },
        .validators: .responses { response, request in
            guard response.http.statusCode == 304, request.urlRequest.value(forHTTPHeaderField: "If-None-Match") != nil
            else { return }
            response.set(status: 200)
            response.body = .data(Data("new".utf8))
        },

        .dataBody: .requests { request, _ in
            guard let body = request.urlRequest.httpBody, body.count < 1000 else { return }
            request.urlRequest.httpBody = body.filter { $0 < 128 }
        },
        .emptyBody: .requests { request, _ in
            if request.urlRequest.httpBody?.isEmpty == true { request.urlRequest.httpBody = Data("{}".utf8) }
        },
        .fileBody: .requests { request, _ in
            guard case .file(let file) = request.body, let data = try? Data(contentsOf: file) else { return }
            request.body = .data(data.prefix(65_536))
        },
        .streamBody: .requests { request, _ in
            guard case .stream(let stream, let length?) = request.body, length > 60_000 else { return }
            request.body = .stream(stream())
        },
        .chunkedBody: .requests { request, _ in
            guard case .stream(let stream, nil) = request.body else { return }
            request.body = .data(UploadEndpointBody.bytes(of: stream()))
        },
        .multipartBody: .headers { _, value in value.components(separatedBy: "; boundary=")[0] },
        .echo: .responses { response, _ in
            if response.data.count == 1_000_000 { response.body = .data(response.data.dropLast()) }
        },
        .bodyMadeAnew: Damage {
            let sent = Locked(Set<String>())
            return { request, _, next in
                var request = request
                let isFirst = sent.withLock { $0.insert(request.path).inserted }
                if !isFirst, case .stream = request.body { request.body = .data(Data()) }
                return try await next(request)
            }
        },
        .shortStream: .requests { request, _ in
            guard case .stream(let stream, let length?) = request.body else { return }
            let bytes = UploadEndpointBody.bytes(of: stream())
            if bytes.count < length { request.body = .data(bytes + Data(count: Int(length) - bytes.count)) }
        },
        .longStream: .requests { request, _ in
            guard case .stream(let stream, let length?) = request.body else { return }
            let bytes = UploadEndpointBody.bytes(of: stream())
            if bytes.count > length { request.body = .data(bytes) }
        },
        .missingFile: .requests { request, _ in
            guard case .file(let file) = request.body, !FileManager.default.fileExists(atPath: file.path) else {
                return
            }
            request.body = .data(Data())
        },
        .uploadProgress: .requests { request, _ in
            let progress = request.progress
            request.progress = { report in if report.bytes != report.total { progress?(report) } }
        },
        .earlyAnswer: .throwing(.networkConnectionLost, for: 413...413),

        .headerValueInjection: .headers { _, value in
            value.unicodeScalars.prefix { $0.value >= 32 }.reduce(into: "") { $0.unicodeScalars.append($1) }
        },
        .headerNameInjection: .headers { name, value in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ? value : nil
        },
        .methodInjection: .requests { request, _ in
            let method = request.urlRequest.httpMethod ?? ""
            request.urlRequest.httpMethod = String(method.prefix { $0.isLetter || $0 == "-" })
        },
        .lengthHeader: .requests { request, _ in
            let length = request.urlRequest.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
            if let length, let body = request.urlRequest.httpBody { request.urlRequest.httpBody = body.prefix(length) }
            request.urlRequest.setValue(nil, forHTTPHeaderField: "Content-Length")
        },
        .hostHeader: .requests { request, _ in
            guard let host = request.urlRequest.value(forHTTPHeaderField: "Host") else { return }
            request.urlRequest.setValue(nil, forHTTPHeaderField: "Host")
            request.urlRequest.url = URL(string: "http://\(host)/v1/\(request.path)")
        },
        .dotSegments: .urls { url, server in
            guard url.contains("..") else { return nil }
            return URL(string: url, relativeTo: server.url.appendingPathComponent("/"))?.absoluteString
        },
        .rootedPath: .urls { url, server in
            guard url.hasPrefix("/"), !url.hasPrefix("//"), !url.contains("..") else { return nil }
            return server.loopback.url.absoluteString + url
        },
        .relativeAuthority: .urls { url, _ in url.hasPrefix("//") ? "http:" + url : nil },
        .userInformation: .urls { url, _ in
            guard url.hasPrefix("http"), let at = url.firstIndex(of: "@") else { return nil }
            return "http://" + url[url.index(after: at)...]
        },
        .scheme: .calls { request, _, next in
            guard let url = request.urlRequest.url, url.isFileURL else { return try await next(request) }
            return try .answer(body: Data(contentsOf: url), to: request)
        },
        .absoluteURL: .urls { url, server in
            guard url.hasPrefix(server.loopback.url.absoluteString) else { return nil }
            return String(url.dropFirst(server.loopback.url.absoluteString.count))
        },
    ]
}
