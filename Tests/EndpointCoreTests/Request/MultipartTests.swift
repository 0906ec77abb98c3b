import Testing

@testable import EndpointCore

@Suite struct MultipartTests {
    /// The bytes of a form as text, with a short text in place of the boundary.
    private func text(_ form: Multipart) throws -> String {
        let body = try HTTPBody.multipart(form)
        return String(decoding: body.data, as: UTF8.self).replacingOccurrences(of: form.boundary, with: "B")
    }

    @Test func `fields and files of a form are written with their headers`() throws {
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

    @Test func `the media type of a form has the boundary`() throws {
        let form: Multipart = [.field("a", "b")]
        #expect(try HTTPBody.multipart(form).contentType == "multipart/form-data; boundary=\(form.boundary)")
        #expect(form.boundary.utf8.count <= 70)
        #expect(HeaderRules.isToken(form.boundary))
    }

    @Test(arguments: [
        (#"a"; filename="x"#, "a%22; filename=%22x"), ("a\r\nX: y", "a%0D%0AX: y"), ("a\nb", "a%0Ab"),
        ("a%22b", "a%22b"), ("größe 📚", "größe 📚"), ("", ""),
    ])
    func `names in a form are escaped as browsers do`(name: String, escaped: String) throws {
        let form: Multipart = [.data(name, Data(), fileName: name)]
        #expect(try text(form).contains(#"; name="\#(escaped)"; filename="\#(escaped)"\#r\#n"#))
    }

    @Test(arguments: ["text/plain\r\nX-Evil: 1", "text/plain\n", "a\0b"])
    func `a media type that isn't a valid header value is refused`(type: String) {
        let form: Multipart = [.data("a", Data(), contentType: type)]
        #expect(throws: RequestError(.headerValue(name: "Content-Type"))) { try HTTPBody.multipart(form) }
    }

    @Test func `a form with a file can't be a body in memory`() throws {
        let form: Multipart = [.file("a", URL(fileURLWithPath: "/tmp/a"))]
        let error = try #require(throws: RequestError.self) { try HTTPBody.multipart(form) }
        #expect(error.description.contains("UploadEndpoint"))
    }

    @Test func `a file has its own name by default`() {
        let file = URL(fileURLWithPath: "/home/ann/cover.png")
        #expect(Multipart.Part.file("a", file).fileName == "cover.png")
        #expect(Multipart.Part.file("a", file, fileName: "b.png").fileName == "b.png")
    }

    @Test(arguments: ["multipart/form-data", "application/octet-stream", nil])
    func `the Content-Type of a request gets the boundary of its form`(before: String?) throws {
        let form: Multipart = [.field("a", "b")]
        let request = try Upload(form: form, contentType: before).makeAPIRequest().urlRequest
        #expect(request.value(forHTTPHeaderField: "Content-Type") == form.contentType)
    }

    @Test func `a request may send its form with another media type`() throws {
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

@Suite struct MultipartBoundaryTests {
    @Test func `equal parts have equal boundaries, different parts different ones`() {
        #expect(Multipart([.field("a", "b")]).boundary == Multipart([.field("a", "b")]).boundary)
        let boundaries = [
            Multipart([.field("a", "b")]), [.field("a", "c")], [.field("ab", "")], [.data("a", Data("b".utf8))], [],
        ].map(\.boundary)
        #expect(Set(boundaries).count == 5)
    }

    @Test func `the boundary does not depend on the folder of a file`() {
        let forms = ["/tmp/1/a", "/home/2/a"].map { Multipart([.file("f", URL(fileURLWithPath: $0))]) }
        #expect(forms[0].boundary == forms[1].boundary)
    }

    /// The boundary depends on the parts, so no part can be made to contain it. The test passes the seed instead.
    @Test func `a boundary occurs in no part`() {
        let boundary = MultipartBoundary.make(for: [], seed: 1)
        let parts: [Multipart.Part] = [.field("a", "b"), .field("c", "x\r\n--\(boundary)--")]
        #expect(MultipartBoundary.make(for: parts, seed: 1) != boundary)
        #expect(MultipartBoundary.make(for: [parts[0]], seed: 1) == boundary)
    }

    @Test(arguments: 1...24)
    func `a boundary is found across pieces of any size, also after a partial match`(size: Int) {
        let boundary = Multipart([]).boundary
        let bytes = Array("EE\(boundary.prefix(20))\(boundary)".utf8)
        var search = BoundarySearch(boundary)
        let found = stride(from: 0, to: bytes.count, by: size).map { start in
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { search.finds($0) }
        }
        #expect(found.last == true)
        #expect(!found.dropLast().contains(true))
    }
}
