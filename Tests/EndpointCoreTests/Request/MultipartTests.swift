import EndpointCore
import Testing

@Suite struct MultipartTests {
    /// The bytes of a form as text, with the boundary by a short name.
    private func text(_ form: Multipart) throws -> String {
        let body = try HTTPBody.multipart(form)
        return String(decoding: body.data, as: UTF8.self).replacingOccurrences(of: form.boundary, with: "B")
    }

    @Test func `writes fields and files with their headers`() throws {
        let form: Multipart = [
            .field("title", "Momo"), .field("year", 1973),
            .data("cover", Data("png".utf8), fileName: "momo.png", contentType: "image/png"),
        ]
        #expect(
            try text(form) == """
                --B\r
                Content-Disposition: form-data; name="title"\r
                \r
                Momo\r
                --B\r
                Content-Disposition: form-data; name="year"\r
                \r
                1973\r
                --B\r
                Content-Disposition: form-data; name="cover"; filename="momo.png"\r
                Content-Type: image/png\r
                \r
                png\r
                --B--\r

                """)
    }

    @Test func `has a media type with the boundary`() throws {
        let form: Multipart = [.field("a", "b")]
        #expect(try HTTPBody.multipart(form).contentType == "multipart/form-data; boundary=\(form.boundary)")
        #expect(form.boundary.utf8.count <= 70)
        #expect(HeaderRules.isToken(form.boundary))
    }

    @Test(arguments: [
        (#"a"; filename="x"#, "a%22; filename=%22x"), ("a\r\nX: y", "a%0D%0AX: y"), ("a\nb", "a%0Ab"),
        ("a%22b", "a%22b"), ("größe 📚", "größe 📚"), ("", ""),
    ])
    func `escapes names as browsers do`(name: String, escaped: String) throws {
        let form: Multipart = [.data(name, Data(), fileName: name)]
        #expect(try text(form).contains(#"; name="\#(escaped)"; filename="\#(escaped)"\#r\#n"#))
    }

    @Test(arguments: ["text/plain\r\nX-Evil: 1", "text/plain\n", "a\0b"])
    func `refuses a media type that is not a header's`(type: String) {
        let form: Multipart = [.data("a", Data(), contentType: type)]
        #expect(throws: RequestError(.headerValue(name: "Content-Type"))) { try HTTPBody.multipart(form) }
    }

    @Test func `refuses a file where all has to be in memory`() throws {
        let form: Multipart = [.file("a", URL(fileURLWithPath: "/tmp/a"))]
        let error = try #require(throws: RequestError.self) { try HTTPBody.multipart(form) }
        #expect(error.description.contains("UploadEndpoint"))
    }

    @Test func `a file goes by its own name unless it is given another`() {
        let file = URL(fileURLWithPath: "/home/ann/cover.png")
        #expect(Multipart.Part.file("a", file).fileName == "cover.png")
        #expect(Multipart.Part.file("a", file, fileName: "b.png").fileName == "b.png")
    }

    @Test func `a request says where the parts of its form end, whatever it said before`() {
        let form: Multipart = [.field("a", "b")]
        var request = URLRequest(url: .example)
        request.setValue("multipart/form-data", forHTTPHeaderField: "Content-Type")
        let made = APIRequest(request, body: .multipart(form), for: Upload())
        #expect(made.urlRequest.value(forHTTPHeaderField: "Content-Type") == form.contentType)
        let other = "multipart/related; boundary=\(form.boundary)"
        request.setValue(other, forHTTPHeaderField: "Content-Type")
        let kept = APIRequest(request, body: .multipart(form), for: Upload())
        #expect(kept.urlRequest.value(forHTTPHeaderField: "Content-Type") == other)
    }

    private struct Upload: VoidEndpoint {
        func makeRequest() throws -> URLRequest { try .post("x") }
    }
}

extension URL {
    fileprivate static let example = URL(fileURLWithPath: "/")
}
