// swift-tools-version: 6.2
import PackageDescription

// Files for server teams to copy, to use the library with the packages of the Swift server ecosystem, compiled and
// tested. A package of its own, because the one above depends on nothing.
let package = Package(
    name: "ServerInterop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Endpoint", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        // What AsyncHTTPClient is built on: its buffers and its errors.
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.27.1"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
    ],
    targets: [
        .target(
            name: "ServerInterop",
            dependencies: [
                .product(name: "EndpointClient", package: "Endpoint"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "EngineComparison",
            dependencies: [
                "ServerInterop",
                .product(name: "EndpointClient", package: "Endpoint"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
            ]),
        .testTarget(
            name: "ServerInteropTests",
            dependencies: [
                "ServerInterop",
                .product(name: "HouseholdAPI", package: "Endpoint"),
                .product(name: "EndpointLaws", package: "Endpoint"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// `.ci/interop` sets ENDPOINT_STRICT: our own warnings are errors there.
if Context.environment["ENDPOINT_STRICT"] != nil {
    for target in package.targets {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}
