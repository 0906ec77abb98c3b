import Testing

@testable import EndpointClient

@Suite struct DownloadNamesTests {
    @Test func `each destination has names of its own`() {
        let names = [
            "x", "X", "x.partial", "é", String(repeating: "x", count: 255), String(repeating: "x", count: 254),
        ]
        let all = names.flatMap { name in (0..<3).map { DownloadNames(for: name, number: $0) } }
        #expect(Set(all.flatMap { [$0.partial, $0.notes] }).count == names.count * 6)
        #expect(DownloadNames(for: "x") == DownloadNames(for: "x"))
        #expect(DownloadNames(for: "cover.png").partial.hasPrefix("cover.png."))
    }

    @Test(arguments: ["x", "é", "😀", "👨‍👩‍👧‍👦"]) func `names of long destinations are short enough`(character: String) {
        for count in [1, 40, 100, 255] {
            let names = DownloadNames(for: String(repeating: character, count: count))
            #expect(DownloadNames.moving(names.partial, .max).utf8.count <= 142)
            #expect(names.notes.utf8.count <= 142)
        }
    }

    @Test(arguments: [
        ("x.0123456789abcdef.partial", true), ("x.0123456789abcdef.partial.json", true), ("x.partial", false),
        (".0123456789abcdef.partial", true), ("x.0123456789abcdef.partial.txt", false),
        ("x.0123456789abcdeg.partial", false), ("x.0123456789abcde.partial", false), ("partial", false),
        ("", false), ("x.json", false), ("0123456789abcdef.partial", false),
    ])
    func `the form of the names is reserved`(name: String, isReserved: Bool) {
        #expect(DownloadNames.areReserved(name) == isReserved)
        let names = DownloadNames(for: name)
        #expect(DownloadNames.areReserved(names.partial) && DownloadNames.areReserved(names.notes))
    }

    /// The examples of FIPS 180-2, appendix B, and of RFC 6234 §8.5.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `a digest is SHA-256`(text: String, digest: String) {
        #expect(SHA256Digest(text.utf8).hexadecimal == digest)
    }

    @Test func `a digest of many blocks is SHA-256`() {
        let million = SHA256Digest([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).hexadecimal
        #expect(million == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
}
