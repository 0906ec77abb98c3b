import Foundation
import Testing

@testable import EndpointCore

@Suite struct TextBodyTests {
    private func text(_ bytes: [UInt8], _ charset: String?, isWhole: Bool = true) -> String? {
        TextBody.decoded(Data(bytes), charset.flatMap { MediaType("text/plain; charset=\($0)") }, isWhole: isWhole)
    }

    @Test func `a body is read in its charset, or as UTF-8`() {
        #expect(text([0xC3, 0xBC], nil) == "ü")
        #expect(text([0xC3, 0xBC], "utf-8") == "ü")
        #expect(text([0xFC], "ISO-8859-1") == "ü")
        #expect(text([0x80], "windows-1252") == "€")
        #expect(text([0, 0xFC], "utf-16") == "ü")
        #expect(text([0xFF, 0xFE, 0xFC, 0], nil) == "ü")
    }

    @Test func `a body that isn't text is nil`() {
        #expect(text([0xFC], nil) == nil)
        #expect(text([0xFC], "utf-8") == nil)
        #expect(text([], nil) == "")
    }

    @Test func `a character that is cut off is left out only of an incomplete body`() {
        #expect(text([0x61, 0xC3], nil) == nil)
        #expect(text([0x61, 0xC3], nil, isWhole: false) == "a")
        #expect(text([0x61, 0xF0, 0x9F, 0x98], nil, isWhole: false) == "a")
        #expect(text([0xFC, 0x61, 0x61, 0x61], nil, isWhole: false) == nil)
    }
}
