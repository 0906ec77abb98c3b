import EndpointCore
import Testing

@Suite struct DecodedEndpointTests {
    private struct Refusal: Error {}

    private struct Raw: UploadEndpoint {
        typealias Content = Data

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
            (try .put("raw"), .data(Data([1])))
        }

        func validate(_ response: URLResponse?, with body: Data) throws {
            if body.isEmpty { throw Refusal() }
        }
    }

    private let endpoint = Raw().as([Int].self)

    @Test func `asks what its base asks, body and all`() throws {
        let request = try endpoint.makeAPIRequest()
        #expect(request.urlRequest == (try Raw().makeAPIRequest().urlRequest))
        #expect(request.body != nil)
        #expect(request.endpoint is DecodedEndpoint<Raw, [Int]>)
    }

    @Test func `validates as its base does`() {
        #expect(throws: Refusal.self) { try endpoint.validate(nil, with: Data()) }
    }

    @Test func `reads JSON, with a decoder of the caller's`() throws {
        #expect(try endpoint.content(from: nil, with: Data("[1]".utf8)) == [1])
        #expect(throws: ContentError.self) { try endpoint.content(from: nil, with: Data("<html>".utf8)) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let dates = try Raw().as([Date].self, decoder: decoder).content(from: nil, with: Data("[0]".utf8))
        #expect(dates == [Date(timeIntervalSince1970: 0)])
    }
}
