import EndpointClient
import EndpointCore
import Testing

@Suite struct APIResponseTests {
    private let received: HeaderFields = ["X-B": "1", "X-A": "2", "x-b": "3"]

    private func head(_ headers: HeaderFields) throws -> HTTPURLResponse {
        try response(200, headers)
    }

    @Test func `a response has the header fields that its client received, in order`() throws {
        let answer = APIResponse(http: try head(received), headers: received, body: .data(Data()))
        #expect(answer.headers.map(\.name) == ["X-B", "X-A", "x-b"])
        #expect(answer.headers["x-B"] == "1, 3")
    }

    @Test func `without them it has those of its head, sorted by name`() throws {
        let answer = APIResponse(http: try head(received), body: .data(Data()))
        #expect(answer.headers == ["X-A": "2", "X-B": "1, 3"])
    }

    @Test func `another head replaces the header fields`() throws {
        var answer = APIResponse(http: try head(received), headers: received, body: .data(Data()))
        answer.metrics = ExchangeMetrics(httpVersion: "HTTP/2")
        answer.http = try head(["X-C": "4"])
        #expect(answer.headers == ["X-C": "4"])
        #expect(answer.metrics?.httpVersion == "HTTP/2")
    }

    @Test func `trailers are apart from the header fields`() throws {
        var answer = APIResponse(http: try head(received), headers: received, body: .data(Data()))
        #expect(answer.trailers.isEmpty)
        answer.trailers = ["X-A": "4", "x-a": "5"]
        answer.http = try head(["X-C": "4"])
        #expect(answer.trailers == ["X-A": "4", "x-a": "5"])
        #expect(answer.headers == ["X-C": "4"])
    }

    @Test func `the trailers of a stream are those that it has at the time`() throws {
        let isOver = Locked(false)
        let stream = BodyStream(trailers: { isOver.withLock { $0 } ? ["A": "b"] : [:] }) { nil }
        let answer = APIResponse(http: try head([:]), body: .stream(stream))
        let changed = APIResponse(http: try head([:]), body: .stream(stream.mapError { $0 }))
        let later = changed.laterTrailers
        #expect(answer.trailers.isEmpty && later().isEmpty)
        isOver.withLock { $0 = true }
        for response in [answer, changed] { #expect(response.trailers == ["A": "b"]) }
        #expect(later() == ["A": "b"])
    }
}
