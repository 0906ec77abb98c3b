#if os(Linux)
    import Testing

    @testable import EndpointClient

    @Suite struct CURLLibraryTests {
        @Test(
            arguments: [
                (
                    -1,
                    "CURLClient needs libcurl 7.68 or later, and x.so could not be opened. Install libcurl4 or libcurl."
                ),
                (-2, "The x.so of this machine lacks functions of libcurl 7.68."),
                (-3, "libcurl could not be initialised."),
                (0x074300, "CURLClient needs libcurl 7.68 or later. This machine has 7.67.0."),
                (0x071d01, "CURLClient needs libcurl 7.68 or later. This machine has 7.29.1."),
            ] as [(Int64, String)])
        func `a problem with the machine's libcurl is described`(version: Int64, sentence: String) {
            #expect(CURLLibrary.problem(version, "x.so") == sentence)
        }

        @Test(arguments: [
            ("libcurl-does-not-exist.so.4", "could not be opened"), ("libm.so.6", "lacks functions"),
        ])
        func `a library that is missing or isn't libcurl is refused`(file: String, reason: String) throws {
            let error = try #require(throws: URLError.self) { _ = try CURLLibrary(file) }
            #expect(error.code == .unknown)
            #expect(error.localizedDescription.contains(reason) && error.localizedDescription.contains(file))
        }

        @Test func `a refused library doesn't affect the one in use`() async throws {
            let library = try CURLLibrary.shared.get()
            #expect(throws: URLError.self) { _ = try CURLLibrary("libm.so.6") }
            #expect(try CURLLibrary("libcurl.so.4").version == library.version)
            #expect(library.version >= 0x074400)
        }

        @Test(
            arguments: [
                (0x074400, false, false, false), (0x075000, true, false, false), (0x075500, true, true, false),
                (0x075801, true, true, false), (0x080a00, true, true, true),
            ] as [(UInt32, Bool, Bool, Bool)])
        func `the features of each libcurl version are known`(
            version: UInt32, request: Bool, protocols: Bool, sendTime: Bool
        ) throws {
            let library = CURLLibrary(version: version, hasHTTP2: true)
            #expect(library.hasRequestCallback == request)
            #expect(library.hasNamedProtocols == protocols)
            #expect(library.hasSendTime == sendTime)
        }

        @Test(
            arguments: [(0x075801, false), (0x080402, false), (0x080500, true), (0x081300, true)] as [(UInt32, Bool)])
        func `HTTP/2 is the default where libcurl is reliable`(version: UInt32, isDefault: Bool) {
            let library = CURLLibrary(version: version, hasHTTP2: true)
            func usesHTTP2(_ options: CURLClient.Options, _ library: CURLLibrary) -> Bool {
                CURLSettings(options, unixSocket: nil).usesHTTP2(library)
            }
            #expect(usesHTTP2(.init(), library) == isDefault)
            #expect(usesHTTP2(.init(http2: .always), library))
            #expect(!usesHTTP2(.init(http2: .never), library))
            #expect(!usesHTTP2(.init(), CURLLibrary(version: version, hasHTTP2: false)))
        }

        @Test func `a feature that libcurl lacks is refused with a sentence`() throws {
            let library = CURLLibrary(version: 0x075801, hasHTTP2: true)
            let proxy = CURLClient.Proxy(.https, host: "proxy.example", port: 443)
            for (options, feature) in [
                (CURLClient.Options(usesHTTP3: true), "HTTP/3 (`Options.usesHTTP3`)"),
                (CURLClient.Options(proxy: proxy), "proxies over TLS (`Options.proxy`)"),
            ] {
                let error = try #require(throws: URLError.self) { try library.check(options) }
                #expect(error.code == .resourceUnavailable)
                #expect(
                    error.localizedDescription
                        == "libcurl 7.88.1 of this machine was built without \(feature).")
                let able = CURLLibrary(version: 0x075801, hasHTTP2: true, hasHTTP3: true, hasHTTPSProxy: true)
                #expect(throws: Never.self) { try able.check(options) }
            }
            #expect(throws: Never.self) { try library.check(.init()) }
        }

        @Test(.enabled(if: (try? CURLLibrary.shared.get())?.hasHTTP3 == false))
        func `a call with HTTP3 fails where libcurl lacks it`() async throws {
            let url = try #require(URL(string: "https://127.0.0.1:1"))
            let client = CURLClient(baseURL: url, options: .init(usesHTTP3: true))
            let error = await #expect(throws: URLError.self) { try await client.get("x") }
            #expect(error?.code == .resourceUnavailable)
        }
    }
#endif
