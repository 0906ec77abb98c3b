extension HostileReply {
    /// Replies whose content is encoded, rightly or wrongly (RFC 9110 §8.4).
    static let encodings: [HostileReply] = [
        HostileReply("gzip", .encoded("gzip", .gzip), then: .keep, gives: .response(200, "hello, client")),
        HostileReply("deflate as zlib has it", .encoded("deflate", .zlib), gives: .response(200, "hello, client")),
        HostileReply(
            "deflate without the frame of zlib", .encoded("deflate", .deflate), gives: .response(200, "hello, client")),
        HostileReply("brotli", .encoded("br", .brotli), gives: .response(200, "hello, client")),
        HostileReply("zstd", .encoded("zstd", .zstd), gives: .response(200, "hello, client")),
        HostileReply("identity", .encoded("identity", Data("hi".utf8)), gives: .response(200, "hi")),
        HostileReply("gzip in gzip", .encoded("gzip, gzip", .gzipTwice), gives: .response(200, "hello, client")),
        HostileReply(
            "gzip as the encoding of the transfer",
            .bytes(Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n21\r\n".utf8) + Data.gzip),
            "\r\n0\r\n\r\n", gives: .error(.badServerResponse)),
        HostileReply(
            "gzip that is plain text", .encoded("gzip", Data("hello, client".utf8)),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "deflate that is plain text", .encoded("deflate", Data("~hello, client".utf8)),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "brotli that is plain text", .encoded("br", Data("hello, client".utf8)),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "zstd that is plain text", .encoded("zstd", Data("hello, client".utf8)),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "gzip with a wrong checksum", .encoded("gzip", .gzip.changing(-5)), gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "gzip with a wrong length", .encoded("gzip", .gzip.changing(-1)), gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "gzip with reserved flags", .encoded("gzip", .gzip.changing(3, to: 0xe0)),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "gzip with a wrong block type", .encoded("gzip", .gzip.changing(10, to: 0x07)),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "zlib with a wrong checksum", .encoded("deflate", .zlib.changing(-1)),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "zstd with a wrong checksum", .encoded("zstd", .zstd.changing(-1)), gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "zstd that asks for a window of 2 TiB", .encoded("zstd", Data([0x28, 0xb5, 0x2f, 0xfd, 0, 0xf8, 1, 0, 0])),
            gives: .error(.cannotDecodeContentData)),
        // libcurl does not check that compressed content is complete, and shows the client only what it has decoded.
        HostileReply(
            "gzip that ends too soon", .encoded("gzip", .gzip.dropLast(12)), gives: .response(200, "hello, cli")),
        HostileReply(
            "gzip without its checksum", .encoded("gzip", .gzip.dropLast(8)), gives: .response(200, "hello, client")),
        HostileReply("gzip that ends inside its header", .encoded("gzip", .gzip.prefix(6)), gives: .response(200, "")),
        HostileReply(
            "deflate that ends too soon", .encoded("deflate", .zlib.dropLast(6)), gives: .response(200, "hello, clien")),
        HostileReply(
            "brotli that ends too soon", .encoded("br", .brotli.dropLast(5)), gives: .response(200, "hello, cl")),
        HostileReply(
            "zstd that ends too soon", .encoded("zstd", .zstd.dropLast(6)), gives: .response(200, "hello, clie")),
        // Two members are legal (RFC 1952 §2.2), but libcurl reads one.
        HostileReply("two members of gzip", .encoded("gzip", Data.gzip + Data.gzip), gives: .error(.badServerResponse)),
        HostileReply(
            "gzip with text behind it", .encoded("gzip", Data.gzip + Data("and more".utf8)),
            gives: .error(.badServerResponse)),
        HostileReply(
            "brotli with text behind it", .encoded("br", Data.brotli + Data("and more".utf8)),
            gives: .error(.badServerResponse)),
        HostileReply("gzip of no bytes", .encoded("gzip", Data()), gives: .response(200, "")),
        HostileReply(
            "an unknown encoding", .encoded("rot13", Data("uv".utf8)), gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "an encoding with the name of a path", .encoded("../gzip", .gzip), gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "six encodings", .encoded("gzip, gzip, gzip, gzip, gzip, gzip", .gzip),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "the encoding in two fields",
            .bytes(
                Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n".utf8)
                    + Data.gzipTwice),
            gives: .response(200, "hello, client")),
        HostileReply(
            "an encoding that was not encoded twice",
            .bytes(
                Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n".utf8) + Data.gzip),
            gives: .error(.cannotDecodeContentData)),
        HostileReply(
            "gzip whose connection ends too soon",
            .bytes(
                Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 33\r\n\r\n".utf8)
                    + Data.gzip.prefix(20)),
            gives: .error(.networkConnectionLost)),
    ]

    /// Small replies with contents that are larger than the client's limit, or that never end.
    static let bombs: [HostileReply] = [
        bomb("a bomb of gzip", "gzip", .gzipBomb, .endless(Data(count: 4096))),
        bomb("a bomb of zlib", "deflate", .zlibBomb, .endless(Data(count: 4096))),
        bomb("a bomb of brotli: 64 MiB in 102 bytes", "br", .brotliBomb),
        bomb("a bomb of zstd", "zstd", .zstdBomb, .endless(Data([2, 0, 0x10, 0]))),
        bomb("a bomb of gzip in gzip", "gzip, gzip", .gzipBombTwice),
        HostileReply(
            "a bomb in chunks",
            .bytes(
                Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n18\r\n".utf8)
                    + Data.gzipBomb),
            "\r\n", .endless(Data("1000\r\n".utf8) + Data(count: 4096) + Data("\r\n".utf8)),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "a bomb in an error response",
            .bytes(Data("HTTP/1.1 500 No\r\nContent-Encoding: gzip\r\n\r\n".utf8) + Data.gzipBomb),
            .endless(Data(count: 4096)),
            gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "a bomb in a redirect",
            .bytes(
                Data("HTTP/1.1 302 Found\r\nLocation: /seen\r\nContent-Encoding: gzip\r\n\r\n".utf8) + Data.gzipBomb),
            .endless(Data(count: 4096)), gives: .error(.dataLengthExceedsMaximum)),
        HostileReply(
            "gzip whose header has an endless file name",
            .bytes(
                Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8)
                    + Data([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3])),
            .times(100_000, "a"), then: .silence, gives: .error(.timedOut)),
        HostileReply(
            "gzip with endless empty blocks",
            .bytes(
                Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8)
                    + Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])),
            .bytes(Data((0..<20_000).flatMap { _ in [0, 0, 0, 0xff, 0xff] as [UInt8] })), then: .silence,
            gives: .error(.timedOut)),
    ]

    private static func bomb(_ name: String, _ encoding: String, _ pieces: Data, _ rest: HostilePiece...)
        -> HostileReply
    {
        let head = Data("HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\n\r\n".utf8)
        return HostileReply(name, pieces: [.bytes(head + pieces)] + rest, gives: .error(.dataLengthExceedsMaximum))
    }
}

extension Data {
    // `hello, client`, encoded.
    fileprivate static let gzip = Data(base64: "H4sIAAAAAAAC/8tIzcnJ11FIzslMzSsBAK4RWO4NAAAA")
    fileprivate static let gzipTwice = Data(
        base64: "H4sIAAAAAAAC/5Pv5mAAAab/pz3Onjx5PdDj3Emfs9qMDOsEI97xAiUAwnvivSEAAAA=")
    fileprivate static let zlib = Data(base64: "eJzLSM3JyddRSM7JTM0rAQAhpQTg")
    fileprivate static let deflate = Data(base64: "y0jNycnXUUjOyUzNKwEA")
    fileprivate static let brotli = Data(base64: "CwaAaGVsbG8sIGNsaWVudAM=")
    fileprivate static let zstd = Data(base64: "KLUv/QRoaQAAaGVsbG8sIGNsaWVudLKiKqQ=")

    // The beginnings of bombs. Each zero byte that follows the first two expands to 1,032 bytes.
    fileprivate static let gzipBomb = Data([
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff, 0xec, 0xc1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xfe, 0xaf, 0xee, 8, 10,
    ])
    fileprivate static let zlibBomb = Data([0x78, 0xda, 0xec, 0xc1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xfe, 0xaf, 0xee, 8, 10])
    fileprivate static let brotliBomb = Data(
        base64: """
            y///PwAkAOKxQHLv//j//weABEAcFoDu/R////8AkACIwwLQvf/j//8fABIAcVgAuvd//P//A0ACIA4LQPf+j///fwBIAMRhAeje//H//w8A\
            CYA4LADd+7/8//8DIAEQhwWge/8H
            """)
    fileprivate static let zstdBomb = Data([0x28, 0xb5, 0x2f, 0xfd, 0, 0x68])
    fileprivate static let gzipBombTwice = Data(
        base64: """
            H4sIAAAAAAAC/+3cr05CcRTA8QteN4abQjAR5BGMFOafQCZAZj6A0SybI1l8CbObm5uVxhuozc6f4JyJceXex/idzyedfOLZ2ffssZGV6sVqXq\
            vth+nT7mXTaGYAAABA4qZfDwflMSDrFh+D4RgAAABI3c3JcV4dBbaTzpV1AAAAQPJm/V6r+hD4ub/NrQMAAACSd/r3fVndAhbFW3tkHwAAAJC8\
            T8EAAAAACEUwAAAAAGIRDAAAAIBYBAMAAAAgGMEAAAAAiEUwAAAAAGIRDAAAAIBYBAMAAAAgGMEAAAAAiEUwAAAAAGJ57ve65WNA67e4u7g+zA\
            AAAIjk/Wh9vnzdD/k/dTcIweL+AAA=
            """)

    private init(base64 text: String) {
        self = Data(base64Encoded: text) ?? Data()
    }

    /// These bytes with another one at an index, which counts from the end if it is negative.
    fileprivate func changing(_ index: Int, to byte: UInt8? = nil) -> Data {
        var copy = self
        let index = index < 0 ? copy.endIndex + index : copy.startIndex + index
        copy[index] = byte ?? ~copy[index]
        return copy
    }
}
