// swift-tools-version: 6.2

import PackageDescription

/// The libraries of the market for the app. Xcode can't leave out the traits of a package that a project names, so the
/// project names this one.
let package = Package(
    name: "MarketLibraries",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "MarketLibraries", targets: ["MarketLibraries"])],
    dependencies: [.package(name: "open-market", path: "../../..", traits: [])],
    targets: [
        .target(
            name: "MarketLibraries",
            dependencies: [
                .product(name: "MarketClient", package: "open-market"),
                .product(name: "MarketViewModels", package: "open-market"),
            ]
        )
    ]
)
