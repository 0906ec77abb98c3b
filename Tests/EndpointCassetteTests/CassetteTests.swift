import Foundation
import Testing

@testable import EndpointCassette

@Suite struct CassetteTests {
    @Test func `a cassette expires after its age, and never without a date`() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        #expect(Cassette(recordedAt: now - 61).isExpired(after: .seconds(60), now: now))
        #expect(!Cassette(recordedAt: now - 59).isExpired(after: .seconds(60), now: now))
        #expect(!Cassette().isExpired(after: .zero, now: now))
    }

    @Test func `a recorded request takes the body of Foundation's request`() throws {
        var request = URLRequest(url: try #require(URL(string: "https://a.example/x?b=1")))
        request.httpMethod = "POST"
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        let snapshot = Interaction.Request(request, body: Data("hi".utf8))
        #expect(snapshot.method == "POST")
        #expect(snapshot.url == "https://a.example/x?b=1")
        #expect(snapshot.body == .init(Data("hi".utf8), contentType: "text/plain"))
    }

    @Test func `an empty body counts as none`() {
        #expect(
            Interaction.Request("POST", "https://a.example/", body: .init(Data(), contentType: "text/plain")).body
                == nil)
    }
}
