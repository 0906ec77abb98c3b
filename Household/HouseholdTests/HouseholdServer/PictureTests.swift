import EndpointTesting
import Testing

@testable import HouseholdServer

@Suite struct PictureTests {
    private let picture = Picture(Data("0123456789".utf8), mediaType: "image/png")

    private func response(
        _ method: String = "GET", range: String? = nil, ifRange: String? = nil
    ) -> LoopbackResponse {
        var headers: HeaderFields = [:]
        headers["Range"] = range
        headers["If-Range"] = ifRange
        return picture.response(to: RecordedRequest(method, "/v1/books/1/cover", headers: headers))
    }

    @Test func `a picture is served as a whole, with what a download needs to continue`() {
        let whole = response()
        #expect(whole.status == 200)
        #expect(whole.body == picture.bytes)
        #expect(whole.headers.map(\.name) == ["Content-Type", "ETag", "Accept-Ranges"])
        #expect(whole.headers.map(\.value) == ["image/png", picture.tag, "bytes"])
    }

    @Test(arguments: [
        ("bytes=0-", "0123456789", "0-9"), ("bytes=4-", "456789", "4-9"), ("bytes=4-6", "456", "4-6"),
        ("BYTES=9-9", "9", "9-9"), ("bytes=4-99", "456789", "4-9"), ("bytes=4-\(Int.max)", "456789", "4-9"),
        ("bytes=-3", "789", "7-9"), ("bytes=-99", "0123456789", "0-9"),
    ])
    func `a range of a picture is served`(range: String, body: String, part: String) {
        let part = "bytes \(part)/10"
        let response = response(range: range)
        #expect(response.status == 206)
        #expect(response.body == Data(body.utf8))
        #expect(response.headers.last == .init("Content-Range", part))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0"])
    func `a range past the end of a picture is refused`(range: String) {
        let response = response(range: range)
        #expect(response.status == 416)
        #expect(response.body.isEmpty)
        #expect(response.headers.last == .init("Content-Range", "bytes */10"))
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=6-4",
        "bytes=1-2,4-5", "lines=1-2", "bytes=+1-", "bytes=99999999999999999999-",
    ])
    func `a malformed range is ignored`(range: String) {
        #expect(response(range: range) == response())
    }

    @Test func `a range is served only if the picture hasn't changed`() {
        #expect(response(range: "bytes=4-", ifRange: picture.tag).status == 206)
        #expect(response(range: "bytes=4-", ifRange: "\"other\"") == response())
        #expect(response(range: "bytes=4-", ifRange: "W/\(picture.tag)") == response())
    }

    @Test func `a range counts for GET only`() {
        #expect(response("HEAD", range: "bytes=4-") == response())
    }

    @Test func `equal bytes have the same tag, and different bytes another one`() {
        #expect(Picture(Data("0123456789".utf8), mediaType: "image/gif").tag == picture.tag)
        #expect(Picture(Data("0123456798".utf8), mediaType: "image/png").tag != picture.tag)
        #expect(picture.tag.hasPrefix("\""))
    }
}
