extension ClientLaws {
    static let malformed: [ClientLaw] = [
        .notHTTP, .lowercaseVersion, .incompleteHead, .incompleteBody, .incompleteChunks, .conflictingLengths,
        .lengthIsNoNumber,
        .lengthAndChunks, .chunkSizeIsNoNumber, .corruptEncoding, .noResponse, .noServer, .noSecretInErrors,
    ]
}

// Anything but a complete response is an error.
extension ClientLaw {
    /// A server of another protocol, or one with an invalid status (RFC 9112 §4).
    public static let notHTTP = malformed(
        "notHTTP", "What is not HTTP is an error.", "garbage\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n",
        "HTTP/1.1 2000 OK\r\nContent-Length: 4\r\n\r\nbody", "HTTP/1.1 OK\r\nContent-Length: 4\r\n\r\nbody")

    /// The name of the protocol is case-sensitive (RFC 9112 §2.3).
    public static let lowercaseVersion = malformed(
        "lowercaseVersion", "A version in lower case is an error.", "http/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")

    /// A response is complete only after the empty line (RFC 9112 §8).
    public static let incompleteHead = malformed(
        "incompleteHead", "A head that breaks off is URLError.networkConnectionLost.", "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: te",
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n", codes: [.networkConnectionLost])

    /// A body that is shorter than its length is incomplete (RFC 9112 §8).
    public static let incompleteBody = ClientLaw(
        "incompleteBody", "A body that is shorter than its length is URLError.networkConnectionLost.", .malformed,
        needs: [.sockets]
    ) { trial in
        let whole = LoopbackResponse(body: LawData.text(10_000))
        let site = try trial.serve { request in
            request.query == "reset" ? .cutThenReset(whole, afterBodyBytes: 5000) : .cut(whole, afterBodyBytes: 5000)
        }
        for ending in ["close", "reset"] {
            await trial.expectError("Half a body, then a \(ending)", [.networkConnectionLost]) {
                try await site.send("GET", "?\(ending)")
            }
        }
    }

    /// A chunked body is complete only after its last chunk (RFC 9112 §8).
    public static let incompleteChunks = malformed(
        "incompleteChunks", "A chunked body that breaks off is URLError.networkConnectionLost.",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nbody", codes: [.networkConnectionLost])

    /// A response with two lengths could be read in two ways (RFC 9112 §6.3).
    public static let conflictingLengths = malformed(
        "conflictingLengths", "A response with two different lengths is an error.",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\nbody")

    /// A length is digits (RFC 9110 §8.6).
    public static let lengthIsNoNumber = malformed(
        "lengthIsNoNumber", "A response whose length is not a number is an error.",
        "HTTP/1.1 200 OK\r\nContent-Length: four\r\n\r\nbody", "HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nbody")

    /// With a length and chunks, the chunks take precedence, or the response is rejected (RFC 9112 §6.3).
    public static let lengthAndChunks = ClientLaw(
        "lengthAndChunks", "A response with a length and chunks is read by its chunks or is an error.", .malformed,
        needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in
            .raw(
                Data(
                    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"
                        .utf8),
                close: true)
        }
        do {
            trial.expect(try await site.send(), text: "body")
        } catch {
            await trial.expectError("A length and chunks") { throw error }
        }
    }

    /// The size of a chunk is hexadecimal (RFC 9112 §7.1).
    public static let chunkSizeIsNoNumber = malformed(
        "chunkSizeIsNoNumber", "A chunk whose size is not a number is an error.",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nlaw\r\nbody\r\n0\r\n\r\n")

    private static func malformed(
        _ id: String, _ name: String, _ replies: String..., codes: Set<URLError.Code> = []
    ) -> ClientLaw {
        ClientLaw(id, name, .malformed, needs: [.sockets]) { trial in
            let site = try trial.serve { .raw(Data(replies[Int($0.query ?? "") ?? 0].utf8), close: true) }
            for (index, reply) in replies.enumerated() {
                await trial.expectError(LawTrial.text(reply), codes) { try await site.send("GET", "?\(index)") }
            }
        }
    }

    /// A missing response is an error that does not mean that nothing was sent: the server has read the request.
    public static let noResponse = ClientLaw(
        "noResponse", "A connection that is closed or reset without a response is URLError.networkConnectionLost.",
        .malformed, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { $0.query == "reset" ? .reset : .closeWithoutAnswer }
        for ending in ["close", "reset"] {
            await trial.expectError("A \(ending)", [.networkConnectionLost]) {
                try await site.send("POST", "?\(ending)")
            }
        }
    }

    /// At a port without a server nothing was sent. The error's code says so, and the call may be repeated.
    public static let noServer = ClientLaw(
        "noServer", "A server that does not listen is URLError.cannotConnectToHost.", .malformed, needs: [.sockets]
    ) { trial in
        let site = try trial.refuse()
        await trial.expectError("No server", [.cannotConnectToHost]) { try await site.send() }
    }

    /// Errors are logged and shown, so no secret of the request is in them.
    public static let noSecretInErrors = ClientLaw(
        "noSecretInErrors", "The error of a call does not contain a secret of its request.", .malformed,
        needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .closeWithoutAnswer }
        let error = await trial.expectError("A close") {
            try await site.send("GET", "?access_token=canary", headers: ["Authorization": "Bearer canary"])
        }
        guard let error else { return }
        var texts = [
            "\(error)", String(reflecting: error), error.localizedDescription, "\((error as NSError).userInfo)", "",
        ]
        dump(error, to: &texts[4])
        trial.expect(!texts.contains { $0.contains("canary") }, "The error contains a secret of the request.")
    }
}
