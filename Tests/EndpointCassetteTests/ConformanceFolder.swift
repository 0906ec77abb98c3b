import Foundation
import Testing

/// Files of other programs, which are not part of this package.
enum ConformanceFolder {
    static let har: URL = {
        let package = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let folder = ProcessInfo.processInfo.environment["CONFORMANCE_DATA"] ?? package.path + "/../shared/conformance"
        return URL(fileURLWithPath: folder).appendingPathComponent("har")
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: har.path) }

    static func file(_ name: String) throws -> Data {
        try Data(contentsOf: har.appendingPathComponent(name))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where the files of other programs are absent.
    static var needsConformanceData: Self {
        .enabled(
            if: ConformanceFolder.isPresent,
            "no folder ../shared/conformance/har beside the package, and CONFORMANCE_DATA does not name one")
    }
}
