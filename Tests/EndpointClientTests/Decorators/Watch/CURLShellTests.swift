#if os(Linux) || os(macOS)
    import EndpointTesting
    import Testing

    @Suite struct CURLShellTests {
        @Test func `a shell reads the arguments that were meant`() async throws {
            let url = try #require(URL(string: "https://api.example.com/v1/books?author=Ende&limit=2"))
            let request = try URLRequest.post(url, headers: ["X": "a'b\"c\\d $(id) *"], body: .text("@x\n'y'\t\\n é"))
            let command = CURLCommand(request)
            let printed = try await Shell.run("curl() { printf '%s\\0' \"$@\"; }; \(command)")
            let words = printed.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            #expect(words == command.arguments + [url.absoluteString])
        }
    }
#endif
