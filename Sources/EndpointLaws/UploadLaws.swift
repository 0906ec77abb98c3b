extension ClientLaws {
    static let upload: [ClientLaw] = [
        .dataBody, .emptyBody, .fileBody, .streamBody, .chunkedBody, .multipartBody, .echo, .bodyMadeAnew, .shortStream,
        .longStream, .missingFile, .uploadProgress, .earlyAnswer,
    ]
}

// The body of a request arrives byte for byte.
extension ClientLaw {
    /// The body of a `URLRequest` and a separate body are sent with their length.
    public static let dataBody = ClientLaw(
        "dataBody", "A body in memory arrives byte for byte, with its length.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let body = LawData.everyByte
        try await trial.expectBody(body, of: try site.request("POST", body: body), at: site)
        try await trial.expectBody(body, of: try site.upload(.data(body)), at: site)
    }

    /// An empty body has the length zero and needs no chunk.
    public static let emptyBody = ClientLaw(
        "emptyBody", "An empty body arrives with the length zero.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        try await trial.expectBody(Data(), of: try site.request("POST", body: Data()), at: site)
        try await trial.expectBody(Data(), of: try site.upload(.data(Data())), at: site)
    }

    /// A file is sent with its length.
    public static let fileBody = ClientLaw(
        "fileBody", "A file arrives byte for byte, with its length.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let body = LawData.text(100_000)
        try await LawData.withFile(body) { file in
            try await trial.expectBody(body, of: try site.upload(.file(file)), at: site)
        }
    }

    /// A stream whose length is given is sent with that length.
    public static let streamBody = ClientLaw(
        "streamBody", "A stream of known length arrives byte for byte, with its length.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let body = LawData.text(70_000)
        let request = try site.upload(.stream(InputStream(data: body), length: 70_000))
        try await trial.expectBody(body, of: request, at: site)
    }

    /// A stream whose length is not known is sent in chunks (RFC 9112 §7.1).
    public static let chunkedBody = ClientLaw(
        "chunkedBody", "A stream of unknown length arrives byte for byte, in chunks.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let body = LawData.text(70_000)
        let request = try await site.arriving(try site.upload(.stream(InputStream(data: body))))
        trial.expect("Body", request?.body, is: body)
        trial.expect("Whether it is chunked", request?.isChunked, is: true)
        trial.expect("Content-Length", request?.header("Content-Length"), is: nil)
    }

    /// A form is sent with its boundary and its length (RFC 7578).
    public static let multipartBody = ClientLaw(
        "multipartBody", "A multipart form arrives with its fields, its files and its boundary.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        try await LawData.withFile(Data("file\r\n".utf8)) { file in
            let form: Multipart = [.field("title", "Momo"), .file("cover", file, contentType: "text/plain")]
            let request = try await site.arriving(try site.upload(.multipart(form)))
            let text = request?.text ?? ""
            trial.expect("Content-Type", request?.header("Content-Type"), is: form.contentType)
            trial.expect("Content-Length", request?.header("Content-Length"), is: "\(text.utf8.count)")
            trial.expect(
                text.contains("\r\n\r\nMomo\r\n--\(form.boundary)")
                    && text.contains("\r\n\r\nfile\r\n\r\n--\(form.boundary)--"),
                "Form: expected a field \"Momo\" and a file, got \(LawTrial.text(text)).")
        }
    }

    /// A megabyte goes up and comes down unchanged.
    public static let echo = ClientLaw(
        "echo", "A megabyte that the server sends back arrives unchanged.", .upload
    ) { trial in
        let site = try trial.serve { .data($0.body) }
        let body = LawData.text(1_000_000)
        trial.expect(try await site.send("POST", body: body), body: body)
    }

    /// A stream and a file are read from their start each time a request is sent.
    public static let bodyMadeAnew = ClientLaw(
        "bodyMadeAnew", "A request that is sent again has its whole body.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let body = LawData.text(5000)
        let request = try site.upload(.stream(InputStream(data: body), length: 5000))
        for _ in 0..<3 { _ = try await site.client.send(request) }
        trial.expect("Bodies", site.requests.map(\.body), is: [body, body, body])
    }

    /// A stream that ends before its length is an error, and no complete request arrives.
    public static let shortStream = ClientLaw(
        "shortStream", "A stream that is shorter than its length is an error.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let request = try site.upload(.stream(InputStream(data: LawData.text(1000)), length: 1500))
        await trial.expectError("A stream of 1000 in place of 1500 bytes") { try await site.client.send(request) }
        trial.expect("Number of requests", site.requests.count, is: 0)
    }

    /// Bytes beyond a stream's length would be read as the next request of the connection.
    public static let longStream = ClientLaw(
        "longStream", "A stream that is longer than its length is cut to it.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let stream = Data("law".utf8) + Data("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        _ = try? await site.client.send(try site.upload(.stream(InputStream(data: stream), length: 3)))
        _ = try await site.send("GET", "/after")
        let bodies = site.requests.map { "\($0.target) \($0.text)" }
        let allowed = [["\(site.target()) law", "\(site.target("/after")) "], ["\(site.target("/after")) "]]
        trial.expect(allowed.contains(bodies), "Requests: expected \(allowed[0]), got \(LawTrial.text(bodies)).")
    }

    /// A missing file is not an empty body.
    public static let missingFile = ClientLaw(
        "missingFile", "A file that cannot be read is an error, and nothing is sent.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let file = LawData.temporaryFile
        await trial.expectError("A file that does not exist") {
            try await site.client.send(try site.upload(.file(file)))
        }
        trial.expect("Number of requests", site.requests.count, is: 0)
    }

    /// Progress never goes back, and its last report is that of the whole body.
    public static let uploadProgress = ClientLaw(
        "uploadProgress", "The progress of an upload is reported and ends with its length.", .upload
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let reports = Locked([TransferProgress]())
        var request = try site.upload(.data(LawData.text(300_000)))
        request.progress = { report in reports.withLock { $0.append(report) } }
        _ = try await site.client.send(request)
        let all = reports.withLock { $0 }
        trial.expect("Last progress", all.last, is: TransferProgress(bytes: 300_000, total: 300_000))
        trial.expect("Progress", all.map(\.bytes), is: all.map(\.bytes).sorted())
    }

    /// A server may answer before it has read the body (RFC 9110 §15.5.14).
    public static let earlyAnswer = ClientLaw(
        "earlyAnswer", "The 413 of a server that does not read the body reaches the caller.", .upload,
        needs: [.sockets]
    ) { trial in
        let site = try trial.serve(options: LoopbackOptions(bodyLimit: 1000)) { _ in .status(204) }
        let response = try await site.client.send(try site.upload(.data(LawData.text(4_000_000))))
        trial.expect("Status", response.http.statusCode, is: 413)
    }
}

extension LawTrial {
    /// Sends a request and adds findings unless it arrives once, with this body and its length.
    fileprivate func expectBody(_ body: Data, of request: APIRequest, at site: LawSite) async throws {
        let request = try await site.arriving(request)
        expect("Body", request?.body, is: body)
        expect("Content-Length", request?.headers.values(of: "Content-Length"), is: ["\(body.count)"])
        expect("Transfer-Encoding", request?.header("Transfer-Encoding"), is: nil)
    }
}

/// Bodies for the checks.
enum LawData {
    /// Every byte once, with line breaks of both kinds at the end.
    static let everyByte = Data(0...255) + Data("\r\n\n".utf8)

    /// Text of this length in bytes, in lines that are numbered within each 64 KiB.
    static func text(_ count: Int) -> Data {
        var data = Data(capacity: count)
        while data.count < count { data += block.prefix(count - data.count) }
        return data
    }

    private static let block = Data((0..<8192).map { "\($0 + 100_000)\r\n" }.joined().utf8)

    /// A URL for a temporary file that does not exist.
    static var temporaryFile: URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("ClientLaws-\(UUID().uuidString)")
    }

    /// Calls a closure with a file of these bytes, which is removed afterwards.
    static func withFile(_ data: Data, _ body: (URL) async throws -> Void) async throws {
        let file = temporaryFile
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file)
    }
}
