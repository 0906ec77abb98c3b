import Foundation
import Testing

/// The files of public test suites, in the folder `../shared/conformance` beside the package, or in the one that
/// `CONFORMANCE_DATA` names. Tests that need them are skipped where there is none.
enum ConformanceData {
    private static let folder: URL = {
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let folder = ProcessInfo.processInfo.environment["CONFORMANCE_DATA"] ?? package + "/../shared/conformance"
        return URL(fileURLWithPath: String(folder))
    }()

    /// The files of a folder whose names end so, and those of its folders if wanted, sorted by path.
    static func files(in path: String, endingWith suffix: String, deeply: Bool = false) -> [URL] {
        let folder = folder.appendingPathComponent(path).standardizedFileURL
        let names =
            deeply
            ? (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            : (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder.appendingPathComponent($0) }
    }

    static let hasOpenAPI: ConditionTrait = .enabled(
        if: !files(in: "openapi", endingWith: ".json").isEmpty,
        "no folder ../shared/conformance/openapi beside the package, and CONFORMANCE_DATA does not name one")

    static let hasJSONSchema: ConditionTrait = .enabled(
        if: !files(in: "json-schema/tests/draft2020-12", endingWith: ".json").isEmpty,
        "no folder ../shared/conformance/json-schema beside the package, and CONFORMANCE_DATA does not name one")
}
