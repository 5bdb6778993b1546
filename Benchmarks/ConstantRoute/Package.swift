// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "constant-route",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0")
    ],
    targets: [
        .executableTarget(
            name: "ConstantRoute",
            dependencies: [.product(name: "Hummingbird", package: "hummingbird")]
        )
    ]
)
