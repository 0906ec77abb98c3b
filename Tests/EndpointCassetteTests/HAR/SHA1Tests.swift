import Foundation
import Testing

@testable import EndpointCassette

@Suite struct SHA1Tests {
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ])
    func `agrees with the published digests`(text: String, digest: String) {
        #expect(SHA1.hexadecimal(of: Data(text.utf8)) == digest)
    }

    @Test func `agrees with the digest of a million letters`() {
        #expect(
            SHA1.hexadecimal(of: Data(repeating: 0x61, count: 1_000_000)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    }
}
