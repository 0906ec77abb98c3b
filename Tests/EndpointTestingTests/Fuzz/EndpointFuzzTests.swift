import EndpointTesting
import Testing

@Suite struct EndpointFuzzTests {
    @Test func `passes an endpoint that encodes its values`() throws {
        let report = try EndpointFuzz.check { NoteEndpoint(id: $0) }
        #expect(report.path == "notes/{}")
        #expect(report.refused == ["", ".", ".."])
        #expect(report.accepted.count + report.refused.count == EndpointFuzz.hostileValues.count + 1)
    }

    @Test func `finds a path that is put together by hand`() throws {
        let failure = try #require(throws: FuzzFailure.self) {
            try EndpointFuzz.check { id in
                UncheckedEndpoint { URLRequest(url: URL(string: "notes")!.appendingPathComponent(id)) }
            }
        }
        let values = Set(failure.report.violations.map(\.value))
        #expect(values.isSuperset(of: ["", "..", "a/b", "../admin", "//evil.example.com"]))
        #expect(failure.description.contains("\"../admin\" changes the number of path segments from 2 to 1"))
    }

    @Test func `finds a value that is not encoded`() throws {
        let values = try violations { id in
            UncheckedEndpoint { URLRequest(url: URL(string: "notes/\(id)") ?? URL(string: "notes/x")!) }
        }
        #expect(values.isSuperset(of: ["%2F", "%2e%2e", "?x=1#f", "#f"]))
    }

    @Test func `finds a value that leads to another server`() throws {
        let values = try violations { id in UncheckedEndpoint { URLRequest(url: URL(string: id) ?? URL(string: "x")!) }
        }
        #expect(values.isSuperset(of: ["//evil.example.com", "http://evil.example.com/"]))
    }

    @Test func `finds a query that takes more items`() throws {
        let values = try violations { id in
            UncheckedEndpoint { URLRequest(url: URL(string: "notes?q=\(id)") ?? URL(string: "notes")!) }
        }
        #expect(values.contains("&x=1"))
    }

    @Test func `finds a value that breaks out of a header`() throws {
        let values = try violations { id in
            UncheckedEndpoint {
                var request = try URLRequest.get("notes")
                request.setValue(id, forHTTPHeaderField: "X-Note")
                return request
            }
        }
        #expect(values == ["\r\nX-Injected: 1", "\n", "\u{0}"])
    }

    @Test func `finds a request that differs each time`() throws {
        let values = try violations { id in
            UncheckedEndpoint { try .get("notes/\(id)", headers: ["X-Request-Id": UUID().uuidString]) }
        }
        #expect(values.contains("a b"))
    }

    @Test func `names the likely reason for a body that differs each time`() throws {
        let report = try EndpointFuzz.report { id in
            UncheckedEndpoint { try .post("notes", body: .json(["id": id, "nonce": UUID().uuidString])) }
        }
        #expect(report.violations.contains { $0.problem.contains(".sortedKeys") })
        #expect(!report.violations.contains { $0.problem.contains("another request") })
    }

    @Test func `finds a body where none is allowed`() throws {
        let values = try violations { id in UncheckedEndpoint { try URLRequest(.get, "notes/\(id)", body: .text(id)) } }
        #expect(values.contains("a b"))
    }

    @Test func `finds that there is nothing to check`() throws {
        #expect(try violations { _ in UncheckedEndpoint { try .get("notes") } }.contains("Fuzz7value"))
    }

    @Test func `accepts only request errors as refusals`() throws {
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
