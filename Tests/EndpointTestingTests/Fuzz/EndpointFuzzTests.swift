import EndpointTesting
import Testing

@Suite struct EndpointFuzzTests {
    @Test func `an endpoint that encodes its values passes`() throws {
        let report = try EndpointFuzz.check { NoteEndpoint(id: $0) }
        #expect(report.path == "notes/{}")
        #expect(report.refused == ["", ".", ".."])
        #expect(report.accepted.count + report.refused.count == EndpointFuzz.hostileValues.count + 1)
    }

    @Test func `a path that is put together by hand is found`() throws {
        let failure = try #require(throws: FuzzReport.self) {
            try EndpointFuzz.check { id in
                UncheckedEndpoint { URLRequest(url: URL(string: "notes")!.appendingPathComponent(id)) }
            }
        }
        let values = Set(failure.violations.map(\.value))
        #expect(values.isSuperset(of: ["", "..", "a/b", "../admin", "//evil.example.com"]))
        #expect(failure.description.contains("\"../admin\" changes the number of path segments from 2 to 1"))
    }

    @Test func `a value that isn't encoded is found`() throws {
        let values = try violations { id in
            UncheckedEndpoint { URLRequest(url: URL(string: "notes/\(id)") ?? URL(string: "notes/x")!) }
        }
        #expect(values.isSuperset(of: ["%2F", "%2e%2e", "?x=1#f", "#f"]))
    }

    @Test func `a value that leads to another server is found`() throws {
        let values = try violations { id in UncheckedEndpoint { URLRequest(url: URL(string: id) ?? URL(string: "x")!) }
        }
        #expect(values.isSuperset(of: ["//evil.example.com", "http://evil.example.com/"]))
    }

    @Test func `a value that adds items to the query is found`() throws {
        let values = try violations { id in
            UncheckedEndpoint { URLRequest(url: URL(string: "notes?q=\(id)") ?? URL(string: "notes")!) }
        }
        #expect(values.contains("&x=1"))
    }

    @Test func `a value that breaks out of a header is found`() throws {
        let values = try violations { id in
            UncheckedEndpoint {
                var request = try URLRequest.get("notes")
                request.setValue(id, forHTTPHeaderField: "X-Note")
                return request
            }
        }
        #expect(values == ["\r\nX-Injected: 1", "\n", "\u{0}"])
    }

    @Test func `a request that differs each time is found`() throws {
        let values = try violations { id in
            UncheckedEndpoint { try .get("notes/\(id)", headers: ["X-Request-Id": UUID().uuidString]) }
        }
        #expect(values.contains("a b"))
    }

    @Test func `the likely reason for a body that differs each time is named`() throws {
        let report = try EndpointFuzz.report { id in
            UncheckedEndpoint { try .post("notes", body: .json(["id": id, "nonce": UUID().uuidString])) }
        }
        #expect(report.violations.contains { $0.problem.contains(".sortedKeys") })
        #expect(!report.violations.contains { $0.problem.contains("another request") })
    }

    @Test func `a body where none is allowed is found`() throws {
        let values = try violations { id in UncheckedEndpoint { try URLRequest(.get, "notes/\(id)", body: .text(id)) } }
        #expect(values.contains("a b"))
    }

    @Test func `an endpoint that doesn't use the value is found`() throws {
        #expect(try violations { _ in UncheckedEndpoint { try .get("notes") } }.contains("Fuzz7value"))
    }

    @Test func `only request errors are accepted as refusals`() throws {
        let values = try violations { id in
            UncheckedEndpoint {
                if id == "." { throw URLError(.badURL) }
                return try .get("notes/\(id)")
            }
        }
        #expect(values == ["."])
    }

    private func violations(_ make: (String) -> UncheckedEndpoint) throws -> Set<String> {
        Set(try EndpointFuzz.report(make).violations.map(\.value))
    }
}

/// An endpoint whose request is made by a closure.
private struct UncheckedEndpoint: VoidEndpoint {
    let make: @Sendable () throws -> URLRequest

    func makeRequest() throws -> URLRequest { try make() }
}
