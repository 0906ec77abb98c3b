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

    @Test(arguments: ["multipart/form-data", "application/octet-stream", nil])
    func `a request says where the parts of its form end, whatever it said before`(before: String?) throws {
        let form: Multipart = [.field("a", "b")]
        let request = try Upload(form: form, contentType: before).makeAPIRequest().urlRequest
        #expect(request.value(forHTTPHeaderField: "Content-Type") == form.contentType)
    }

    @Test func `a request may send its form as another type`() throws {
        let form: Multipart = [.field("a", "b")]
        let type = "multipart/related; boundary=\(form.boundary)"
        let request = try Upload(form: form, contentType: type).makeAPIRequest().urlRequest
        #expect(request.value(forHTTPHeaderField: "Content-Type") == type)
    }

    private struct Upload: UploadEndpoint {
        typealias Content = Void

        let form: Multipart
        let contentType: String?

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
            (try .post("x", headers: contentType.map { ["Content-Type": $0] } ?? [:]), .multipart(form))
        }
    }
}
