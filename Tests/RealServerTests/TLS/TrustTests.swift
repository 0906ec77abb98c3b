import EndpointTesting
import Testing

/// Which servers are trusted, by each client.
@Suite(.realServers) struct TrustTests {
    @Test(arguments: [RealServer.tls, .http2])
    func `a certificate authority of the system is trusted`(server: RealServer) async throws {
        let seen = try await server.client().json(.get("x"), as: [String: String].self)
        #expect(seen["scheme"] == "https")
    }

    @Test(arguments: [RealServer.unknown, .expired, .elsewhere, .selfsigned])
    func `an invalid certificate is refused, and the call isn't repeated`(server: RealServer) async throws {
        let attempts = Counter()
        let client = try server.client().standard { stack in
            stack.meter = { if case .attempted = $0.step { attempts.add() } }
        }
        let error = try await #require(throws: URLError.self) { try await client.data(.get("x")) }
        #expect(error.code == .serverCertificateUntrusted)
        #expect(error.localizedDescription.hasPrefix("GET /x → "))
        #expect(error.userMessage.contains("secure"))
        #expect(attempts.count == 1)
    }

    @Test(arguments: [RealServer.tls10, .nginx])
    func `a server with outdated TLS isn't accepted`(server: RealServer) async throws {
        let port = try #require(server.url?.port)
        let client = ClientKind.current.client(baseURL: try #require(URL(string: "https://localhost:\(port)")))
        let error = try await #require(throws: URLError.self) { try await client.data(.get("x")) }
        #expect(error.code == .secureConnectionFailed)
        #expect(error.userMessage.contains("secure"))
    }
}

#if os(Linux)
    /// The effects of the options of `CURLClient`.
    @Suite(.only(.curl)) struct TrustOptionTests {
        private func client(
            _ server: RealServer, authorities: String? = nil, pins: [String] = [],
            certificate: CURLClient.ClientCertificate? = nil
        ) throws -> CURLClient {
            let options = CURLClient.Options(
                certificateAuthorities: try authorities.map(RealServer.file), pinnedPublicKeys: pins,
                clientCertificate: certificate)
            return CURLClient(baseURL: try #require(server.url), options: options)
        }

        private func code(_ client: CURLClient, _ path: URLPath = "x") async throws -> URLError.Code {
            try await #require(throws: URLError.self) { try await client.data(.get(path)) }.code
        }

        @Test func `a file of authorities is trusted instead of the system's`() async throws {
            #expect(try await client(.unknown, authorities: "private.pem").answer(.get("x")).status == 200)
            #expect(try await code(client(.tls, authorities: "private.pem")) == .serverCertificateUntrusted)
            #expect(try await client(.tls, authorities: "system.pem").answer(.get("x")).status == 200)
            #expect(try await client(.selfsigned, authorities: "selfsigned.pem").answer(.get("x")).status == 404)
        }

        @Test(arguments: [RealServer.expired, .elsewhere])
        func `a given authority doesn't make a wrong certificate valid`(server: RealServer) async throws {
            #expect(try await code(client(server, authorities: "system.pem")) == .serverCertificateUntrusted)
        }

        @Test(arguments: ["missing.pem", "good.key"])
        func `a file without authorities trusts no server`(file: String) async throws {
            let error = try await #require(throws: URLError.self) {
                try await client(.tls, authorities: file).data(.get("x"))
            }
            #expect([.secureConnectionFailed, .serverCertificateUntrusted].contains(error.code))
        }

        @Test func `one of several pinned keys is enough`() async throws {
            let pin = try String(contentsOf: RealServer.file("good.pin"), encoding: .utf8)
            let other = try String(contentsOf: RealServer.file("unknown.pin"), encoding: .utf8)
            #expect(try await client(.tls, pins: [pin]).answer(.get("x")).status == 200)
            #expect(try await client(.http2, pins: [other, pin]).answer(.get("x")).status == 200)
            #expect(try await code(client(.tls, pins: [other])) == .serverCertificateUntrusted)
            #expect(try await code(client(.http2, pins: [other])) == .serverCertificateUntrusted)
        }

        @Test func `a pinned key does not replace trust`() async throws {
            let pin = try String(contentsOf: RealServer.file("unknown.pin"), encoding: .utf8)
            #expect(try await code(client(.unknown, pins: [pin])) == .serverCertificateUntrusted)
            let trusting = try client(.unknown, authorities: "private.pem", pins: [pin])
            #expect(try await trusting.answer(.get("x")).status == 200)
        }

        private static let member: @Sendable (String, String?) throws -> CURLClient.ClientCertificate = {
            key, password in
            .init(certificate: try RealServer.file("member.pem"), key: try RealServer.file(key), password: password)
        }

        @Test(arguments: [("member.key", nil), ("locked.key", "geheim")] as [(String, String?)])
        func `a client certificate is accepted`(key: String, password: String?) async throws {
            let client = try client(.mutual, certificate: Self.member(key, password))
            #expect(try await client.answer(.get("get")).status == 200)
            #expect(try await client.answer(.post("post", body: .text("x"))).status == 200)
        }

        @Test(arguments: [RealServer.mutual, .mutual12])
        func `a call with no client certificate, or one that the server refuses, fails`(
            server: RealServer
        ) async throws {
            #expect(try await code(client(server)) == .clientCertificateRequired)
            // Of another authority, out of date, and of no authority.
            for name in ["stranger", "lapsed", "selfsigned"] {
                let refused = CURLClient.ClientCertificate(
                    certificate: try RealServer.file("\(name).pem"), key: try RealServer.file("\(name).key"))
                let client = try client(server, certificate: refused)
                let error = try await #require(throws: URLError.self) { try await client.data(.get("get")) }
                #expect(error.code == .clientCertificateRejected, "\(name): \(error.localizedDescription)")
            }
            #expect(
                try await client(server, certificate: Self.member("member.key", nil)).answer(.get("get")).status == 200)
        }

        @Test(arguments: [("locked.key", "falsch-4711"), ("good.key", "falsch-4711"), ("missing.key", nil)])
        func `a client key that doesn't match is an error without its password`(
            key: String, password: String?
        ) async throws {
            let client = try client(.mutual, certificate: Self.member(key, password))
            let error = try await #require(throws: URLError.self) { try await client.data(.get("get")) }
            #expect(error.code == .clientCertificateRejected, "\(error.localizedDescription)")
            #expect(!String(reflecting: error).contains("4711"))
            #expect(!error.localizedDescription.contains("4711"))
        }
    }
#endif
