#if os(Linux)
    import Testing

    @testable import EndpointClient
    @testable import EndpointTesting

    /// Exchanges in which both sides send a piece only after they have received one: the cases of the same names in
    /// Apple's conformance tests of clients.
    @Suite(.timeLimit(.minutes(5))) struct CURLBidirectionalTests {
        private let pieces = HandedPieces()

        /// Sends a `POST` whose body is ``pieces``, and returns the body of the response.
        private func open(_ server: SocketServer) async throws -> BodyStream.AsyncIterator {
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            let endpoint = SendEndpoint(.stream(HandedStream(pieces), length: nil), .post)
            var request = try endpoint.makeAPIRequest()
            request.wantsStream = true
            return try await client.send(request).chunks.makeAsyncIterator()
        }

        @Test func `an echo: the client writes a piece only after it has read that of the piece before`() async throws {
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while let piece = socket.readChunk() {
                    socket.sendChunk(piece)
                    if piece.isEmpty { return }
                }
            }
            var echo = try await open(server)
            for round in 1...1000 {
                let piece = Data([UInt8(truncatingIfNeeded: round)])
                pieces.hand(piece)
                #expect(try await echo.next() == piece)
            }
            pieces.end()
            #expect(try await echo.next() == nil)
        }

        @Test func `interleaved speech: the server speaks first, and each side waits for the other's line`()
            async throws
        {
            let heard = Locked<[String]>([])
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                for line in 1...100 {
                    socket.sendChunk(Data("server \(line)\n".utf8))
                    guard let answer = socket.readChunk() else { return }
                    heard.withLock { $0.append(String(decoding: answer, as: UTF8.self)) }
                }
                socket.sendChunk(Data())
            }
            var speech = try await open(server)
            for line in 1...100 {
                #expect(try await speech.next() == Data("server \(line)\n".utf8))
                pieces.hand(Data("client \(line)\n".utf8))
            }
            // The response ends first, except with libcurl before 8.14, which does not tell that it awaits nothing
            // more.
            let tellsEnd = !(0x080000..<0x080e00).contains(try CURLLibrary.shared.get().version)
            if !tellsEnd { pieces.end() }
            #expect(try await speech.next() == nil)
            pieces.end()
            #expect(heard.withLock { $0 } == (1...100).map { "client \($0)\n" })
        }
    }

    /// Pieces of a body that a test hands over one by one.
    private final class HandedPieces: Sendable {
        private let pieces = Locked<[Data]>([])
        private let count = DispatchSemaphore(value: 0)

        func hand(_ piece: Data) {
            pieces.withLock { $0.append(piece) }
            count.signal()
        }

        func end() { hand(Data()) }

        /// Waits for the next piece; an empty one is the end.
        func take() -> Data {
            count.wait()
            return pieces.withLock { $0.removeFirst() }
        }
    }

    /// The pieces as a stream, each of whose reads waits for the next one.
    private final class HandedStream: InputStream {
        private let pieces: HandedPieces
        private var isOver = false

        init(_ pieces: HandedPieces) {
            self.pieces = pieces
            super.init(data: Data())
        }

        override func open() {}
        override func close() {}
        override var streamStatus: Stream.Status { isOver ? .atEnd : .open }
        override var streamError: (any Error)? { nil }
        override var hasBytesAvailable: Bool { !isOver }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let piece = pieces.take()
            isOver = piece.isEmpty
            return piece.copyBytes(to: UnsafeMutableBufferPointer(start: buffer, count: maxLength))
        }
    }

    extension LoopbackSocket {
        /// Reads one chunk of a body (RFC 9112 §7.1), empty at its end; nil if the connection ends.
        fileprivate func readChunk() -> Data? {
            var size = ""
            while !size.hasSuffix("\r\n") {
                let byte = readText(1)
                guard !byte.isEmpty else { return nil }
                size += byte
            }
            guard let count = Int(size.dropLast(1), radix: 16) else { return nil }
            let bytes = readBytes(count + 2)
            return bytes.count == count + 2 ? Data(bytes.dropLast(2)) : nil
        }

        fileprivate func sendChunk(_ data: Data) {
            _ = transmit(Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8))
        }
    }
#endif
