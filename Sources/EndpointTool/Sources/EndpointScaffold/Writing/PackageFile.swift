/// Where the written package finds the library.
public enum LibraryLocation: Hashable, Sendable {
    /// A checkout on this machine.
    case path(String)
    /// A repository, from a version on.
    case url(String, from: String)
}

/// Writes the manifest of the package.
struct PackageFile {
    let name: String
    let library: LibraryLocation
    let hasCassettes: Bool

    var text: String {
        let dependency =
            switch library {
            case .path(let path): ".package(name: \"endpoint\", path: \(SwiftLiteral.string(path)))"
            case .url(let url, let version):
                ".package(url: \(SwiftLiteral.string(url)), from: \(SwiftLiteral.string(version)))"
            }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "\(name)",
                platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
                products: [.library(name: "\(name)", targets: ["\(name)"])],
                dependencies: [
                    \(dependency)
                ],
                targets: [
                    .target(name: "\(name)", dependencies: [.product(name: "EndpointCore", package: "endpoint")]),
                    .testTarget(
                        name: "\(name)Tests", dependencies: ["\(name)", .product(name: "\(testLibrary)", package: "endpoint")]\(exclusion)),
                ],
                swiftLanguageModes: [.v6]
            )

            """
    }

    private var testLibrary: String { hasCassettes ? "EndpointTraits" : "EndpointTesting" }

    private var exclusion: String { hasCassettes ? ",\n            exclude: [\"__Cassettes__\"]" : "" }
}
