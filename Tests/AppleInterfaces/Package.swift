// swift-tools-version: 6.2

import PackageDescription

/// Also the settings of the app's target in Xcode.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func interfaces(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

let libraries: [Target.Dependency] = [
    .product(name: "MarketClient", package: "open-market"),
    .product(name: "MarketViewModels", package: "open-market"),
]

/// The iOS app, compiled on Linux against modules that declare the parts of Apple's frameworks that it uses.
///
/// These modules are in a package of their own, because in the server's they would change what `canImport` says.
let package = Package(
    name: "apple-interfaces",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "open-market", path: "../..", traits: [])],
    targets: [
        interfaces("CoreGraphics"),
        interfaces("ImageIO", ["CoreGraphics"]),
        interfaces("Security", ["CoreGraphics"]),
        interfaces("UniformTypeIdentifiers"),
        interfaces("UIKit", ["CoreGraphics", "UniformTypeIdentifiers"]),
        interfaces("PhotosUI", ["UIKit", "UniformTypeIdentifiers"]),
        // Its folder is a link to the app. Without access to the package, it can't call what drives it.
        .executableTarget(
            name: "OpenMarket",
            dependencies: ["CoreGraphics", "ImageIO", "PhotosUI", "Security", "UIKit", "UniformTypeIdentifiers"]
                + libraries,
            exclude: ["Resources"],
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "ScenarioTests",
            dependencies: ["CoreGraphics", "ImageIO", "OpenMarket", "PhotosUI", "Security", "UIKit"] + libraries,
            // Swift Testing has its own modules for the real UIKit, which it would look for.
            swiftSettings: strict + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
        ),
    ]
)
