extension ClientLaws {
    static let limit: [ClientLaw] = [
        .passedDeadline, .deadline, .attemptLimit, .responseLimit, .decodedResponseLimit, .responseOfTheLimit,
    ]
}

// Deadlines and limits hold. The laws check that a call ends, not when.
extension ClientLaw {
    /// `CallContext.checkDeadline()` is called before anything is sent.
    public static let passedDeadline = ClientLaw(
        "passedDeadline", "A call whose deadline has passed sends nothing and is URLError.timedOut.", .limit
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        var request = try site.request()
        request.context.setDeadline(after: .seconds(1)) { .seconds(-1) }
        await trial.expectError("A passed deadline", [.timedOut]) { [request] in try await site.client.send(request) }
        _ = try await site.send("GET", "/after")
        trial.expect("Targets", site.requests.map(\.target), is: [site.target("/after")])
    }

    /// Within `timingOut(after:)` a call ends, whether or not the client itself enforces deadlines, before the response
    /// and in its body.
    public static let deadline = ClientLaw(
        "deadline", "A call ends with URLError.timedOut when its deadline passes.", .limit, needs: [.sockets]
    ) { trial in
        try await trial.expectEnd { $0.timingOut(after: .milliseconds(50)) }
    }

    /// Within `timingOut(eachAttemptAfter:)` an exchange ends, whether or not the client itself enforces deadlines.
    public static let attemptLimit = ClientLaw(
        "attemptLimit", "A call ends with URLError.timedOut when its attempt takes too long.", .limit, needs: [.sockets]
    ) { trial in
        try await trial.expectEnd { $0.timingOut(eachAttemptAfter: .milliseconds(50)) }
    }

    private static let advice = " (the client has to be made with server.responseLimit as its limit)"

    /// A body that is too large is an error, with a length and without one.
    public static let responseLimit = ClientLaw(
        "responseLimit", "A body above the client's limit is URLError.dataLengthExceedsMaximum.", .limit
    ) { trial in
        let site = try trial.serve { _ in .data(LawData.text((1 << 20) + 1)) }
        await trial.expectError("A body of 1 MiB and a byte\(advice)", [.dataLengthExceedsMaximum]) {
            try await site.send()
        }
    }

    /// The limit counts the bytes after decoding. A client that accepts no encoding keeps this law.
    public static let decodedResponseLimit = ClientLaw(
        "decodedResponseLimit",
        "A small body that decodes to one above the limit is URLError.dataLengthExceedsMaximum.",
        .limit
    ) { trial in
        let site = try trial.serve { request in
            request.offers("gzip") ? .encoded(EncodedText.bomb, "gzip") : .data(Data(count: (1 << 20) + 1))
        }
        await trial.expectError("A body of 1 MiB and a byte, compressed\(advice)", [.dataLengthExceedsMaximum]) {
            try await site.send()
        }
    }

    /// The limit itself is allowed.
    public static let responseOfTheLimit = ClientLaw(
        "responseOfTheLimit", "A body of exactly the client's limit arrives.", .limit
    ) { trial in
        let body = LawData.text(1 << 20)
        let site = try trial.serve { _ in .data(body) }
        trial.expect(try await site.send(), body: body)
    }
}

extension LawTrial {
    /// Adds findings unless a decorator ends calls that never end themselves.
    fileprivate func expectEnd(_ limited: (any APIClient) -> any APIClient) async throws {
        let reply = StagedReply("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf", then: "half")
        let site = try serve { $0.query == "body" ? reply.start() : .stall }
        let client = limited(site.client)
        for part in ["head", "body"] {
            await expectError("A response without an end of its \(part)", [.timedOut]) {
                try await client.send(try site.request("GET", "?\(part)"))
            }
        }
    }
}
