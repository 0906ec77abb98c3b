import TestSupport
import Testing

@testable import EndpointCore

@Suite struct MultipartBodyTests {
    private func parts(_ text: String) -> [String] {
        let body = MultipartBody(Array(text.utf8), boundary: "B")
        return body.parts.map { part in
            let content = String(decoding: body.bytes[part.body], as: UTF8.self)
            return
                "\(part.name),\(part.fileName),\(part.contentType ?? "-"),\(part.head == nil ? "no head" : "head"),\(content)"
        }
    }

    @Test func `names, types and bodies are read without the line breaks of the delimiters`() {
        let text =
            "preamble --B\r\ncontent-disposition: form-data; name=\"a\"; filename=\"f\"\r\nContent-Type:  text/x\r\n\r\n1\r\n2\r\n"
            + "--B\r\n\r\n\r\n--B\r\nno empty line\r\n--B--\r\nepilogue"
        #expect(parts(text) == ["a,f,text/x,head,1\r\n2", ",,-,head,", ",,-,no head,\r\nno empty line"])
    }

    @Test func `lines that end with a line feed alone are read`() {
        #expect(parts("--B\nContent-Type: a/b\n\nx\n--B--") == [",,a/b,head,x"])
    }

    @Test(arguments: ["", "--B", "-- B", "--"])
    func `a body without two delimiters has no parts`(text: String) {
        #expect(parts(text).isEmpty)
    }

    @Test func `a field with an ambiguous name is a secret if its value looks like one`() {
        func form(_ value: String) -> String {
            "--B\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\n\(value)\r\n--B--\r\n"
        }
        func redacted(_ text: String) -> String {
            let type = "multipart/form-data; boundary=B"
            return String(decoding: Redaction.standard.body(Data(text.utf8), contentType: type), as: UTF8.self)
        }
        #expect(redacted(form("created_at")) == form("created_at"))
        #expect(redacted(form("k3y-93jf93")) == form("{{secret}}"))
    }

    @Test func `the pieces of a multipart body cover any bytes`() {
        var fuzz = Fuzz(seed: 21, pieces: ["--B", "\r\n", "\n", "\r\n\r\n", "Content-Type: a/b", ":", "--", "x"])
        for _ in 0..<3_000 {
            let body = MultipartBody(fuzz.bytes(), boundary: "B")
            var end = -3
            for piece in body.pieces {
                #expect(piece.whole.lowerBound == end + 3)
                #expect(piece.whole.clamped(to: piece.body) == piece.body)
                end = piece.whole.upperBound
            }
            #expect(end == body.bytes.count)
        }
    }
}
