import EndpointTesting
import Testing

@testable import EndpointClient

@Suite(.timeLimit(.minutes(5))) struct PipeInputStreamTests {
    private let pipe = Pipe()

    private func read(_ stream: InputStream, _ size: Int = 100) -> (count: Int, data: Data) {
        var buffer = [UInt8](repeating: 0, count: size)
        let count = stream.read(&buffer, maxLength: size)
        return (count, Data(buffer.prefix(max(0, count))))
    }

    @Test func `a pipe is read to its end`() throws {
        let stream = PipeInputStream(pipe.fileHandleForReading)
        #expect(stream.streamStatus == .notOpen)
        #expect(read(stream).count == -1)
        stream.open()
        #expect(stream.streamStatus == .open && stream.hasBytesAvailable)
        try pipe.fileHandleForReading.close()
        try pipe.fileHandleForWriting.write(contentsOf: bytes(150))
        #expect(read(stream).data == bytes(150).prefix(100))
        #expect(read(stream).data == bytes(150).dropFirst(100))
        try pipe.fileHandleForWriting.close()
        #expect(read(stream).count == 0)
        #expect(stream.streamStatus == .atEnd && !stream.hasBytesAvailable)
        stream.close()
        #expect(stream.streamStatus == .closed)
        #expect(read(stream).count == -1)
    }

    @Test func `a handle that is closed already is an error`() throws {
        let closed = Pipe().fileHandleForReading
        let stream = PipeInputStream(closed)
        try closed.close()
        stream.open()
        #expect(stream.streamStatus == .open)
        #expect(read(stream).count == 0)
    }

    @Test func `an interruption ends a read that waits, and all later ones`() async throws {
        let stream = PipeInputStream(pipe.fileHandleForReading)
        stream.open()
        let interrupt = try #require(stream.interruption)
        let thread = DispatchQueue(label: "interruption")
        thread.async { interrupt() }
        #expect(read(stream).count == -1)
        #expect(stream.streamStatus == .error)
        try pipe.fileHandleForWriting.write(contentsOf: bytes(1))
        #expect(read(stream).count == -1)
    }

    #if os(Linux)
        /// A process of its own, because the threads are those of a process.
        @Test func `a pipe that stays silent keeps no thread and no descriptor after a cancellation`() async {
            await #expect(processExitsWith: .success) {
                // One that is left ends the process.
                alarm(120)
                let server = try LoopbackServer { _ in .status(204) }
                let client = CURLClient(server)
                _ = try await client.get("x")
                let pipe = Pipe()
                let before = ThisProcess.descriptorCount
                for _ in 0..<3 {
                    let endpoint = SendEndpoint(.stream(PipeInputStream(pipe.fileHandleForReading), length: nil))
                    let upload = Task { try await client.upload(endpoint) }
                    while ThisProcess.threads(named: "CURLUpload") == 0 { await Task.yield() }
                    upload.cancel()
                    await #expect(throws: CancellationError.self) { try await upload.value }
                    while ThisProcess.threads(named: "CURLUpload") > 0 { await Task.yield() }
                    await server.connectionsClosed()
                }
                while ThisProcess.descriptorCount > before { await Task.yield() }
                try pipe.fileHandleForWriting.close()
            }
        }

        @Test func `the bytes of a pipe are uploaded as they come`() async throws {
            let server = try LoopbackServer { _ in .status(204) }
            let pipe = Pipe()
            let endpoint = SendEndpoint(.stream(PipeInputStream(pipe.fileHandleForReading), length: nil))
            let upload = Task { try await CURLClient(server).upload(endpoint) }
            await server.connectionsAccepted(1)
            for _ in 0..<3 { try pipe.fileHandleForWriting.write(contentsOf: bytes(1000)) }
            try pipe.fileHandleForWriting.close()
            try await upload.value
            #expect(server.requests.first?.body == bytes(1000) + bytes(1000) + bytes(1000))
        }
    #endif
}
