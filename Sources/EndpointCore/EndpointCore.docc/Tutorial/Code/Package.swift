// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HouseholdAPI",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [.library(name: "HouseholdAPI", targets: ["HouseholdAPI"])],
    dependencies: [.package(url: "https://github.com/OWNER/endpoint", from: "0.1.0")],
    targets: [
        .target(
            name: "HouseholdAPI",
            dependencies: [.product(name: "EndpointCore", package: "endpoint")]),
        .testTarget(
            name: "HouseholdAPITests",
            dependencies: ["HouseholdAPI", .product(name: "EndpointTraits", package: "endpoint")]),
    ]
)
