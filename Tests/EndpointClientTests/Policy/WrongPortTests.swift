import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointTesting

@Suite struct WrongPortTests {
    private func hint(_ code: URLError.Code, _ text: String, _ url: String) throws -> String? {
        WrongPort.hint(URLError(code, description: text), at: try URL(required: url))
    }

    @Test(arguments: [
        "error:0A00010B:SSL routines::wrong version number", "error:0A0000C6:SSL routines::packet length too long",
        "error:14094438:SSL routines:ssl3_get_record:record too long", "An unexpected TLS packet was received.",
    ])
    func `TLS that is answered without TLS asks for an http port`(text: String) throws {
        let hint = try hint(.secureConnectionFailed, text, "https://h:8080/x")
        #expect(hint == "The server does not speak TLS: is this an http port?")
    }

    @Test(
        arguments: [
            (.secureConnectionFailed, "certificate expired", "https://h/x"), (.timedOut, "Timeout", "https://h:80/x"),
            (.networkConnectionLost, "Empty reply", "http://h:8080/x"), (.cannotFindHost, "No host", "https://h:80/x"),
        ] as [(URLError.Code, String, String)])
    func `other failures have no hint`(code: URLError.Code, text: String, url: String) throws {
        #expect(try hint(code, text, url) == nil)
    }

    @Test func `the default port of the other scheme is a hint`() throws {
        #expect(try hint(.networkConnectionLost, "Empty reply", "http://h:443/x") == "Is this an https port?")
        #expect(try hint(.networkConnectionLost, "reset", "https://h:80/x")?.contains("http port") == true)
    }

    @Test(arguments: Engine.allCases, ["SSH-2.0-OpenSSH_9.6\r\n", "220 mail.example ESMTP\r\n"])
    func `a server that does not speak HTTP is named as one`(engine: Engine, banner: String) async throws {
        let server = try LoopbackServer { _ in .raw(Data(banner.utf8), close: true) }
        let error = try await #require(throws: URLError.self) { try await engine.client(server).get("x") }
        #expect(error.localizedDescription.hasPrefix("GET /v1/x → "))
        #expect(error.localizedDescription.contains("The response is not HTTP: "), "\(error.localizedDescription)")
    }

    #if os(Linux)
        @Test(arguments: Engine.allCases)
        func `https that is sent to an http port asks about the port`(engine: Engine) async throws {
            let server = try SocketServer { _, socket in
                var hello = [UInt8](repeating: 0, count: 10_000)
                _ = socket.receive(into: &hello)
                _ = socket.transmit(Data("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8))
                socket.finishSending()
            }
            let client = engine.client(baseURL: try URL(required: "https://127.0.0.1:\(server.port)"))
            let error = try await #require(throws: URLError.self) { try await client.get("x") }
            #expect(error.localizedDescription.hasSuffix("is this an http port?"), "\(error.localizedDescription)")
        }
    #endif
}
