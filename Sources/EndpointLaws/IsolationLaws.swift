extension ClientLaws {
    static let isolation: [ClientLaw] = [
        .concurrentCalls, .concurrentCancellations, .callAfterCancellation, .cookies, .credentialForgotten, .lateBody,
        .secondResponse, .closedConnection, .sentOnce,
    ]
}

// Nothing leaks from one call into another.
extension ClientLaw {
    /// 64 concurrent calls each get their own response.
    public static let concurrentCalls = ClientLaw(
        "concurrentCalls", "64 concurrent calls each get their own response.", .isolation
    ) { trial in
        let site = try trial.serve { .text("\($0.target) \($0.header("X-Law-Number") ?? "") \($0.text)") }
        let calls = try (0..<64).map { number in
            let body = number.isMultiple(of: 2) ? nil : Data("body \(number)".utf8)
            let headers: HeaderFields = ["X-Law-Number": "\(number)"]
            return site.start(
                try site.request(body == nil ? "GET" : "POST", "?\(number)", headers: headers, body: body))
        }
        for (number, call) in calls.enumerated() {
            let body = number.isMultiple(of: 2) ? "" : "body \(number)"
            trial.expect(try await call.value, text: "\(site.target("?\(number)")) \(number) \(body)")
        }
    }

    /// Of 64 concurrent calls a quarter is cancelled when the server has their requests; the others get their own
    /// responses.
    public static let concurrentCancellations = ClientLaw(
        "concurrentCancellations", "64 concurrent calls each get their own response when some are cancelled.",
        .isolation,
        needs: [.sockets]
    ) { trial in
        let calls = AwaitableValue([Task<APIResponse, any Error>]())
        let site = try trial.serve { request in
            guard let number = Int(request.query ?? ""), number.isMultiple(of: 4) else { return .text(request.target) }
            await calls.wait { !$0.isEmpty }
            calls.value.dropFirst(number).first?.cancel()
            return .stall
        }
        let started = try (0..<64).map { site.start(try site.request("GET", "?\($0)")) }
        calls.update { $0 = started }
        for (number, call) in started.enumerated() {
            if number.isMultiple(of: 4) {
                await trial.expectCancelled("Call \(number)", call)
            } else {
                trial.expect(try await call.value, text: site.target("?\(number)"))
            }
        }
    }

    /// The unread rest of a cancelled call is not read as the response to the next one.
    public static let callAfterCancellation = ClientLaw(
        "callAfterCancellation", "A call after a cancelled one gets its own response.", .isolation, needs: [.sockets]
    ) { trial in
        let reply = StagedReply("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf ", then: "half")
        let site = try trial.serve { $0.query == nil ? reply.start() : .text("own") }
        let call = site.start(try site.request())
        await reply.firstPartSent()
        call.cancel()
        _ = await call.result
        for number in 0..<3 { trial.expect(try await site.send("GET", "?\(number)"), text: "own") }
    }

    /// A client has no cookie store. An app that has sessions sends its cookies itself.
    public static let cookies = ClientLaw(
        "cookies", "A cookie that a server sets is not sent with the next call.", .isolation
    ) { trial in
        let site = try trial.serve { _ in .status(204, headers: ["Set-Cookie": "law=1; Path=/"]) }
        for _ in 0..<2 { _ = try await site.send() }
        trial.expect("Cookies", site.requests.map { $0.header("Cookie") }, is: [nil, nil])
    }

    /// A header belongs to its request.
    public static let credentialForgotten = ClientLaw(
        "credentialForgotten", "A credential of one call is not sent with the next one.", .isolation
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        _ = try await site.send(headers: ["Authorization": "Bearer law"])
        _ = try await site.send()
        trial.expect("Authorization", site.requests.map { $0.header("Authorization") }, is: ["Bearer law", nil])
    }

    /// If a server sends a body where there must be none, with the head or later, the next call does not read it.
    public static let lateBody = ClientLaw(
        "lateBody", "A body after HEAD, 204 or 304 is not read by the next call.", .isolation, needs: [.sockets]
    ) { trial in
        for (method, status) in [("HEAD", "200 OK"), ("GET", "204 No Content"), ("GET", "304 Not Modified")] {
            let head = "HTTP/1.1 \(status)\r\nContent-Length: 48\r\n\r\n"
            try await trial.expectNoStaleAnswer(method, head)
        }
    }

    /// A second, unsolicited response, with the first or later, is not read as the response to the next call.
    public static let secondResponse = ClientLaw(
        "secondResponse", "A second response to one request is not read by the next call.", .isolation,
        needs: [.sockets]
    ) { trial in
        try await trial.expectNoStaleAnswer("GET", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst")
    }

    /// A connection that the server closes between two calls does no harm.
    public static let closedConnection = ClientLaw(
        "closedConnection", "A call after the server has closed the kept connection gets its response.", .isolation,
        needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .raw(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8), close: true)
        }
        for _ in 0..<3 {
            trial.expect(try await site.send(), text: "ok")
            await site.loopback.connectionsClosed()
        }
    }

    /// A POST that the server has read may have been performed, whatever happens to the connection (RFC 9110 §9.2.2).
    public static let sentOnce = ClientLaw(
        "sentOnce", "A POST whose kept connection is dropped after it was read is sent once.", .isolation,
        needs: [.sockets]
    ) { trial in
        let site = try trial.serve { $0.query == "drop" ? .closeWithoutAnswer : .status(204) }
        for body in [nil, Data("law".utf8)] {
            _ = try await site.send("POST", "?keep", body: body)
            let count = site.requests.count
            await trial.expectError("A dropped connection") { try await site.send("POST", "?drop", body: body) }
            trial.expect("Number of times that the POST was sent", site.requests.count - count, is: 1)
        }
    }
}

extension LawTrial {
    /// Sends a reply followed by a stale response, immediately and later, and adds findings unless the next call gets
    /// its own.
    fileprivate func expectNoStaleAnswer(_ method: String, _ head: String) async throws {
        let stale = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale"
        for isLate in [false, true] {
            let reply = StagedReply(head, then: stale)
            let site = try serve { request in
                if request.query == "after" { return .text("own") }
                return isLate ? reply.start() : .bytes(head + stale)
            }
            _ = try await site.send(method)
            if isLate { await reply.sendSecondPart() }
            expect(try await site.send("GET", "?after"), text: "own")
        }
    }
}
