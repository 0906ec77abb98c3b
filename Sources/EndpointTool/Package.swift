// swift-tools-version: 6.2
import PackageDescription

// The command line tool `endpoint`. A package of its own, because the one above depends on nothing.
let package = Package(
    name: "EndpointTool",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "endpoint", targets: ["endpoint"])],
    dependencies: [
        .package(name: "Endpoint", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        .executableTarget(name: "endpoint", dependencies: ["EndpointTool"]),
        .target(
            name: "EndpointTool",
            dependencies: [
                "EndpointScaffold",
                .product(name: "EndpointTesting", package: "Endpoint"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .target(name: "EndpointScaffold", dependencies: [.product(name: "EndpointTesting", package: "Endpoint")]),
        .testTarget(name: "EndpointScaffoldTests", dependencies: ["EndpointScaffold"], exclude: ["Sets"]),
        .testTarget(
            name: "EndpointToolTests",
            dependencies: ["EndpointTool", .product(name: "EndpointTesting", package: "Endpoint")]),
    ],
    swiftLanguageModes: [.v6]
)

// `.ci/tool` sets ENDPOINT_STRICT: our own warnings are errors there.
if Context.environment["ENDPOINT_STRICT"] != nil {
    for target in package.targets {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}
