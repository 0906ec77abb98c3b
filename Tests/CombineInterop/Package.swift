// swift-tools-version: 6.2
import PackageDescription

// The publishers of EndpointClient, compiled and tested where there is no Combine. A package of its own, because the
// one above depends on nothing.
let package = Package(
    name: "CombineInterop",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Endpoint", path: "../.."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    ],
    targets: [
        .target(
            name: "EndpointPublishers",
            dependencies: [.product(name: "EndpointClient", package: "Endpoint"), "OpenCombine"],
            swiftSettings: [.define("ENDPOINT_OPENCOMBINE")]),
        .testTarget(
            name: "EndpointPublishersTests",
            dependencies: ["EndpointPublishers", .product(name: "EndpointTesting", package: "Endpoint")]),
    ],
    swiftLanguageModes: [.v6]
)
