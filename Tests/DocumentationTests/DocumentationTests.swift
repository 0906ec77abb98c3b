import Foundation
import Testing

/// Checks that every Swift listing of the README, the DocC articles and the doc comments is compiled: the folder
/// `Listings`, `HouseholdAPI`, the package `ServerInterop`, which `.ci/interop` builds, or the programs with other
/// libraries, which `.ci/peer-programs` type-checks, has to contain it line by line. Listings that are statements are
/// in functions, which tests call.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private let compiled: [String]

    init() throws {
        let listings = try Self.files("swift", below: "Tests/DocumentationTests/Listings")
        let household = try Self.files("swift", below: "Household/HouseholdAPI")
        let interop = try Self.files("swift", below: "Tests/ServerInterop")
        let peers = try Self.files("swift", below: "Tests/PeerPrograms")
        compiled = try (listings + household + interop + peers).map {
            Self.lines(of: try String(contentsOf: $0, encoding: .utf8)[...])
        }
    }

    @Test func `every listing is compiled`() throws {
        let documents = try Self.files("md", below: "Sources") + Self.files("swift", below: "Sources")
        var count = 0
        for file in [Self.root.appendingPathComponent("README.md")] + documents {
            for listing in try Self.listings(in: file) {
                count += 1
                let isCompiled = compiled.contains { $0.contains(Self.lines(of: listing)) }
                #expect(isCompiled, "Not compiled, from \(file.lastPathComponent):\n\(listing)")
            }
        }
        #expect(count > 10)
    }

    @Test func `every function of the listings is called unless it needs the network`() throws {
        var count = 0
        let texts = try Self.files("swift", below: "Tests/DocumentationTests/Listings").map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        for text in texts {
            for function in text.matches(of: /\n(?<comment>.*)\n(?<private>private )?func (?<name>\w+)/) {
                guard function.comment != "/// Needs the network." else { continue }
                count += 1
                let name = String(function.name)
                let callers = function.private == nil ? texts.joined() : text
                let mentions = callers.matches(of: /\b(?<name>\w+)[(<]/).filter { $0.name == name }
                #expect(mentions.count > 1, "Not called: \(name)")
            }
        }
        #expect(count > 20)
    }

    @Test func `the README begins with a call of twelve lines and its test of six`() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let opening = try #require(readme.components(separatedBy: "\n## A first call\n").last)
        let section = Self.listings(in: try #require(opening.components(separatedBy: "\n## ").first))
        try #require(section.count == 3)
        let lines = section.map { $0.split(separator: "\n").count }
        #expect(lines[0] + lines[1] <= 12)
        #expect(lines[2] <= 6)
    }

    @Test func `the page about tests shows the whole test file`() throws {
        let page = "Sources/EndpointTesting/EndpointTesting.docc/TestingWithoutANetwork.md"
        let text = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
        let file = Self.root.appendingPathComponent("Tests/DocumentationTests/Listings/NewcomerTest.swift")
        let listing = try "```swift\n\(String(contentsOf: file, encoding: .utf8))```"
        #expect(text.contains("This is a whole test file:\n\n\(listing)"))
    }

    @Test(arguments: ["Alamofire", "Moya", "APIKit", "Get", "Apexy"])
    func `a page about another library shows the whole program in both`(library: String) throws {
        let page = "Sources/EndpointClient/EndpointClient.docc/From\(library).md"
        let text = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
        for file in ["PeerPrograms/Before\(library)", "DocumentationTests/Listings/SongProgram"] {
            let program = Self.root.appendingPathComponent("Tests/\(file).swift")
            let isShown = text.contains(try "```swift\n\(String(contentsOf: program, encoding: .utf8))```")
            #expect(isShown, "From\(library).md does not show all of \(file).swift")
        }
    }

    /// The lines that are not blank, without indentation, so that a listing may be inside a function.
    private static func lines(of text: Substring) -> String {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return "\n" + lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private static func listings(in file: URL) throws -> [Substring] {
        var text = try String(contentsOf: file, encoding: .utf8)
        if file.pathExtension == "swift" {
            text = text.replacingOccurrences(of: "\n */// ?", with: "\n", options: .regularExpression)
        }
        return listings(in: text)
    }

    private static func listings(in text: String) -> [Substring] {
        text.components(separatedBy: "\n```swift\n").dropFirst().compactMap { rest in
            rest.components(separatedBy: "\n```").first?[...]
        }
    }

    private static func files(_ type: String, below folder: String) throws -> [URL] {
        let folder = root.appendingPathComponent(folder)
        // Not the packages that a build of the tool has fetched, in `.build`.
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return files?.compactMap { $0 as? URL }.filter { $0.pathExtension == type } ?? []
    }
}
