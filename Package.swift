// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Endpoint",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "EndpointCore", targets: ["EndpointCore"]),
        .library(name: "EndpointClient", targets: ["EndpointClient"]),
        .library(name: "EndpointLoading", targets: ["EndpointLoading"]),
        .library(name: "EndpointTesting", targets: ["EndpointTesting"]),
        .library(name: "EndpointTraits", targets: ["EndpointTraits"]),
        .library(name: "EndpointLaws", targets: ["EndpointLaws"]),
        .library(name: "HouseholdAPI", targets: ["HouseholdAPI"]),
        .executable(name: "Household", targets: ["Household"]),
    ],
    targets: [
        .target(name: "EndpointCore"),
        .target(name: "CLibCURL"),
        .target(
            name: "EndpointClient",
            dependencies: ["EndpointCore", .target(name: "CLibCURL", condition: .when(platforms: [.linux]))]),
        .target(name: "EndpointLoading", dependencies: ["EndpointClient"]),
        .target(name: "EndpointCassette", dependencies: ["EndpointCore"]),
        .target(name: "EndpointTesting", dependencies: ["EndpointCassette", "EndpointClient"]),
        .target(name: "EndpointTraits", dependencies: ["EndpointTesting"]),
        .target(name: "EndpointLaws", dependencies: ["EndpointTesting"]),

        .target(name: "HouseholdAPI", dependencies: ["EndpointCore"], path: "Household/HouseholdAPI"),
        .target(
            name: "HouseholdServer", dependencies: ["HouseholdAPI", "EndpointTesting"],
            path: "Household/HouseholdServer"),
        .executableTarget(
            name: "Household",
            dependencies: ["HouseholdAPI", "EndpointClient", "HouseholdServer"],
            path: "Household/Household"),

        // What is only for this package, without products.
        .executableTarget(name: "StormSimulation", dependencies: ["EndpointClient"]),
        .executableTarget(
            name: "EndpointBenchmarks", dependencies: ["EndpointClient", "EndpointTesting", "HostilePeers"]),

        .target(name: "CollidingNames", path: "Tests/CollidingNames"),
        .target(name: "TestSupport", dependencies: ["EndpointCore"], path: "Tests/TestSupport"),
        .target(name: "HostilePeers", dependencies: ["EndpointTesting"], path: "Tests/HostilePeers"),
        .target(name: "CSchedules", path: "Tests/CSchedules"),
        .executableTarget(
            name: "Schedules", dependencies: ["CSchedules", "EndpointClient", "EndpointLoading"],
            path: "Tests/Schedules"),
        .testTarget(name: "HostilePeerTests", dependencies: ["HostilePeers", "EndpointClient", "EndpointTesting"]),
        .testTarget(
            name: "EndpointCoreTests",
            dependencies: ["EndpointCassette", "EndpointClient", "TestSupport", "CollidingNames"]),
        .testTarget(
            name: "EndpointCassetteTests", dependencies: ["EndpointCassette", "TestSupport"],
            exclude: ["Privacy/SecretTrial/Sets"]),
        .testTarget(name: "StormSimulationTests", dependencies: ["StormSimulation", "EndpointClient"]),
        .testTarget(
            name: "EndpointClientTests", dependencies: ["EndpointClient", "EndpointTesting", "TestSupport"]),
        .testTarget(name: "EndpointLoadingTests", dependencies: ["EndpointLoading", "EndpointTesting"]),
        .testTarget(
            name: "EndpointTestingTests", dependencies: ["EndpointTesting", "TestSupport"], exclude: ["Showing/Sets"]),
        .testTarget(name: "EndpointLawsTests", dependencies: ["EndpointLaws", "TestSupport"]),
        .testTarget(
            name: "EndpointTraitsTests", dependencies: ["EndpointTraits", "TestSupport"], exclude: ["__Cassettes__"]),
        .testTarget(
            name: "Swift5ModeTests", dependencies: ["EndpointTesting"], swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["EndpointLoading", "EndpointTraits", "EndpointLaws", "HouseholdAPI"],
            exclude: ["Listings/__Cassettes__"]),
        .target(name: "HTTPBinExample", dependencies: ["EndpointCore"], path: "Tests/CookbookTests/HTTPBin"),
        .target(name: "GitHubExample", dependencies: ["EndpointCore"], path: "Tests/CookbookTests/GitHub"),
        .target(name: "ITunesExample", dependencies: ["EndpointCore"], path: "Tests/CookbookTests/ITunes"),
        .target(name: "GiphyExample", dependencies: ["EndpointCore"], path: "Tests/CookbookTests/Giphy"),
        .target(
            name: "LayeredServiceExample", dependencies: ["EndpointClient"], path: "Tests/CookbookTests/LayeredService"),
        .testTarget(
            name: "CookbookTests",
            dependencies: [
                "HTTPBinExample", "GitHubExample", "ITunesExample", "GiphyExample", "LayeredServiceExample",
                "EndpointTesting",
            ],
            exclude: ["HTTPBin", "GitHub", "ITunes", "Giphy", "LayeredService", "__Cassettes__"]),
        .testTarget(name: "RealServerTests", dependencies: ["EndpointTesting", "HTTPBinExample", "TestSupport"]),
        .testTarget(
            name: "HouseholdAPITests", dependencies: ["HouseholdAPI", "EndpointTraits"],
            path: "Household/HouseholdAPITests", exclude: ["__Cassettes__"]),
        .testTarget(
            name: "HouseholdTests",
            dependencies: ["Household", "HouseholdServer", "EndpointTesting"],
            path: "Household/HouseholdTests"),
    ],
    swiftLanguageModes: [.v6]
)

// `.ci/run` sets ENDPOINT_STRICT: our own warnings are errors there, and never in a project that depends on us.
if Context.environment["ENDPOINT_STRICT"] != nil {
    for target in package.targets where target.name != "Swift5ModeTests" {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}

// For builds with a sanitizer (see CONTRIBUTING.md): ThreadSanitizer does not see `Synchronization.Mutex`.
if Context.environment["ENDPOINT_SANITIZER"] != nil {
    for target in package.targets where target.name == "EndpointClient" {
        target.swiftSettings = (target.swiftSettings ?? []) + [.define("SANITIZED_LOCKS")]
    }
}
