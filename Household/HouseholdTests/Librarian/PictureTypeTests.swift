import EndpointTesting
import Testing

@testable import Household

@Suite struct PictureTypeTests {
    @Test(arguments: [
        ("/a.png", "image/png"), ("/a.JPG", "image/jpeg"), ("/a.jpeg", "image/jpeg"), ("/a.gif", "image/gif"),
        ("/a.webp", "image/webp"), ("/a.txt", "application/octet-stream"), ("/png", "application/octet-stream"),
    ])
    func `follows from the name of the file`(path: String, type: String) {
        #expect(PictureType.of(URL(fileURLWithPath: path)) == type)
    }
}
