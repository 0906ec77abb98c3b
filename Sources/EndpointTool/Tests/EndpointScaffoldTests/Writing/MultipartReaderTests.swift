import EndpointCassette
import Testing

@testable import EndpointScaffold

@Suite struct MultipartReaderTests {
    @Test func `the parts of a form are read with their names and files`() {
        let text =
            "--X\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nMomo\r\n--X\r\n"
            + "Content-Disposition: form-data; name=\"scan\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n--X--\r\n"
        let parts = MultipartReader.parts(
            of: .init(Data(text.utf8), contentType: "multipart/form-data; boundary=\"X\""))
        #expect(parts.map(\.name) == ["title", "scan"])
        #expect(parts.map(\.value) == ["Momo", ""])
        #expect(parts.map(\.fileName) == [nil, "a.pdf"])
        #expect(parts[1].contentType == "application/pdf")
    }

    @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=Y", "text/plain"])
    func `a form without its boundary has no parts`(type: String) {
        #expect(MultipartReader.parts(of: .init(Data("--X\r\n\r\n--X--".utf8), contentType: type)).isEmpty)
    }
}
