extension ClientLaws {
    static let encoding: [ClientLaw] = [.gzip, .deflate, .brotli, .identityEncoding]
}

// A body is decoded. The server sends an encoding only to a client that accepts it, so one that accepts none keeps
// these laws too.
extension ClientLaw {
    /// `gzip` (RFC 9110 §8.4.1.3).
    public static let gzip = encoding("gzip", EncodedText.gzip)

    /// `deflate`, which is the zlib format (RFC 9110 §8.4.1.2).
    public static let deflate = encoding("deflate", EncodedText.zlib)

    /// `br` (RFC 7932).
    public static let brotli = encoding("br", EncodedText.brotli)

    private static func encoding(_ coding: String, _ base64: String) -> ClientLaw {
        ClientLaw(
            coding == "br" ? "brotli" : coding,
            "A body encoded with \(coding) arrives decoded, if the client accepts \(coding).", .response
        ) { trial in
            let site = try trial.serve { request in
                guard request.offers(coding) else { return .data(EncodedText.text) }
                return .encoded(Data(base64Encoded: base64) ?? Data(), coding)
            }
            trial.expect(try await site.send(), body: EncodedText.text)
        }
    }

    /// `identity` names no encoding. It is not meant for responses, but some servers send it (RFC 9110 §12.5.3).
    public static let identityEncoding = ClientLaw(
        "identityEncoding", "A body whose encoding is named identity arrives unchanged.", .response
    ) { trial in
        let site = try trial.serve { _ in .encoded(EncodedText.text, "identity") }
        trial.expect(try await site.send(), body: EncodedText.text)
    }

    /// A body that cannot be decoded is an error, not the bytes that were decoded before the error.
    public static let corruptEncoding = ClientLaw(
        "corruptEncoding", "A body that cannot be decoded is an error.", .malformed, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { request in
            guard request.offers("gzip") else { return .closeWithoutAnswer }
            var bytes = Data(base64Encoded: EncodedText.gzip) ?? Data()
            bytes.replaceSubrange(20..<40, with: Data(repeating: 0xFF, count: 20))
            return .encoded(bytes, "gzip")
        }
        await trial.expectError("A corrupt gzip body") { try await site.send() }
    }
}

extension RecordedRequest {
    /// Whether the client can decode a coding.
    func offers(_ coding: String) -> Bool {
        headers.contains(coding, in: "Accept-Encoding")
    }
}

extension LoopbackReply {
    /// An encoded body.
    static func encoded(_ body: Data, _ coding: String) -> LoopbackReply {
        .response(LoopbackResponse(headers: ["Content-Type": "text/plain", "Content-Encoding": coding], body: body))
    }
}

/// A text and its encodings in Base64.
enum EncodedText {
    static let text = Data(String(repeating: "The body of an answer, compressed.\n", count: 4).utf8)
    static let gzip = "H4sIAAAAAAACAwvJSFVIyk+pVMhPU0jMA6Li8tQiHYXk/NyCotTi4tQUPa4QeikBAMVtl3OMAAAA"
    static let zlib = "eNoLyUhVSMpPqVTIT1NIzAOi4vLUIh2F5PzcgqLU4uLUFD2uEHopAQB+PzDx"
    static let brotli = "G4sA+I2UqsO7VqAKQ9MuZGVumpJKgAlNy9DRSz/RaxQ9Q1TRHwkA"

    /// One zero byte more than a mebibyte, compressed to a thousandth with gzip.
    static let bomb: Data = {
        let start: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xed, 0xc1, 0x31, 1, 0, 0, 0, 0xc2, 0xa0, 0xf5, 0x4f, 0x6d, 8, 0x5f,
            0xa0,
        ]
        let end: [UInt8] = [0x4e, 0x03, 0x28, 0x8b, 0xa4, 0xc6, 1, 0, 0x10, 0]
        return Data(start) + Data(count: 1051 - start.count - end.count) + Data(end)
    }()
}
