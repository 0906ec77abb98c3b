import Foundation
import Testing

/// The files of public test suites and of other programs, which are not part of this package: in the folder
/// `../shared/conformance` beside it, or in the one that `CONFORMANCE_DATA` names.
public enum ConformanceData {
    private static let folder: URL = {
        let package = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let folder = ProcessInfo.processInfo.environment["CONFORMANCE_DATA"] ?? package.path + "/../shared/conformance"
        return URL(fileURLWithPath: folder).standardizedFileURL
    }()

    /// The file or folder at a path in the folder.
    public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// The bytes of a file.
    public static func file(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

    /// The files of a folder whose names end so, and those of its folders if wanted, sorted by path.
    public static func files(in path: String, endingWith suffix: String, deeply: Bool = false) -> [URL] {
        let folder = url(path)
        let names =
            deeply
            ? (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            : (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder.appendingPathComponent($0) }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where the file or folder at this path is absent.
    public static func needs(conformanceData path: String) -> Self {
        .enabled(
            if: FileManager.default.fileExists(atPath: ConformanceData.url(path).path),
            "no ../shared/conformance/\(path) beside the package, and CONFORMANCE_DATA names no folder with it")
    }
}
