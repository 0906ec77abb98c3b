import EndpointCore
import Testing

@Suite struct HTTPStatusTests {
    @Test(arguments: [
        (100, "Continue"), (200, "OK"), (206, "Partial Content"), (304, "Not Modified"), (308, "Permanent Redirect"),
        (404, "Not Found"), (413, "Content Too Large"), (418, "I'm a teapot"), (422, "Unprocessable Content"),
        (429, "Too Many Requests"), (500, "Internal Server Error"), (511, "Network Authentication Required"),
    ])
    func `registered status codes have their reason phrases`(status: Int, reason: String) {
        #expect(HTTPStatus.reason(status) == reason)
    }

    @Test(arguments: [0, -1, 99, 306, 299, 600, Int.max, Int.min])
    func `unregistered status codes have no reason phrase`(status: Int) {
        #expect(HTTPStatus.reason(status).isEmpty)
    }
}
