// swift-tools-version: 6.2

import PackageDescription

// MARK: - Shared

/// Whether the Swift tests are to test the release build. Only `Scripts/build.sh` sets the variable, because a package
/// with such flags can't be depended on.
let isTestable = Context.environment["OPENMARKET_TESTABLE"] == "1"

/// Lets the tests see declarations that aren't public. Only in this package's targets, because in SwiftNIO it costs a tenth
/// of the speed.
let testable: [SwiftSetting] =
    isTestable ? [.unsafeFlags(["-enable-testing"], .when(configuration: .release))] : []

/// The tests, and what waits for people, disks and other programs, aren't optimized in a release build: the commands with the client
/// library that they use, and the view models, which no program here has. Tests take half of the time to compile then, and those a
/// quarter. The driver would type-check the declarations of unoptimized modules twice, to have the module before its code.
let unoptimized: [SwiftSetting] =
    isTestable ? [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))] : []

/// In tests with long functions, what is asynchronous stays where its caller runs, instead of returning to the global executor after
/// each of dozens of calls. At each point where it may wait, the compiler copies all of a function: most of the time of compiling
/// these was copying.
let sequential: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A target with thousands of macros is compiled in two parts. As a whole, it is type-checked on one core, and the compiler sorts the
/// places of all expansions anew for each one, which takes a third of the time.
let inParts: [SwiftSetting] =
    isTestable
    ? [.unsafeFlags(["-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release))] : []

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + testable

extension Target.Dependency {
    /// A product of a package that apps don't need. It isn't fetched for packages that depend on this one with `traits:
    /// []`.
    static func server(_ product: String, _ package: String) -> Target.Dependency {
        .product(name: product, package: package, condition: .when(traits: ["Server"]))
    }
}

func library(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    swiftSettings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

func tests(
    of name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource] = [],
    swiftSettings: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name)] + dependencies,
        exclude: exclude,
        resources: resources,
        swiftSettings: strict + unoptimized + swiftSettings
    )
}

let package = Package(
    name: "open-market",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "openmarket", targets: ["openmarket"]),
        .library(name: "MarketClient", targets: ["MarketClient", "MarketAPI", "MarketModels", "MarketTexts"]),
        .library(name: "MarketViewModels", targets: ["MarketViewModels"]),
    ],
    traits: [
        .trait(name: "Server", description: "The server and the command line, and the packages that they stand on."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        // Hummingbird depends on it, too.
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        // To the minor version: the order of its channel handlers is relied on (ChannelOrderTests), but not guaranteed.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git",
            .upToNextMinor(from: "2.28.0"),
            traits: []
        ),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ]
)

// MARK: - Shared targets

package.targets += [
    library("MarketModels"),
    library("MarketAPI", ["MarketModels"]),
    library("MarketTexts", ["MarketModels"]),
    library("MarketQRCodes", ["CQREncode"]),
    .target(
        name: "FieldSamples",
        dependencies: ["MarketModels"],
        path: "Tests/FieldSamples",
        swiftSettings: strict + unoptimized
    ),
    tests(of: "MarketModels", ["FieldSamples"]),
    tests(of: "MarketAPI", ["FieldSamples", "MarketModels"], resources: [.copy("Bodies")]),
    tests(of: "MarketTexts", ["FieldSamples", "MarketModels"]),
    tests(of: "MarketQRCodes"),
]

// MARK: - Server targets

package.targets += [
    library(
        "MarketCore",
        [
            "MarketHashing", "MarketModels",
            .server("Instrumentation", "swift-distributed-tracing"),
            .server("Tracing", "swift-distributed-tracing"),
        ]
    ),
    library(
        "MarketSQLite",
        [
            "CSQLiteShim", "MarketCore", "MarketModels",
            .server("GRDB", "GRDB.swift"),
            .server("Tracing", "swift-distributed-tracing"),
        ]
    ),
    library(
        "MarketPostgres",
        [
            "MarketCore", "MarketModels", "CPostgres",
            .server("Tracing", "swift-distributed-tracing"),
        ]
    ),
    library(
        "MarketS3",
        [
            "CCurl", "MarketCore", "MarketHashing", "MarketModels",
            .server("CoreMetrics", "swift-metrics"),
            .server("Instrumentation", "swift-distributed-tracing"),
            .server("Tracing", "swift-distributed-tracing"),
        ]
    ),
    library("MarketHashing", ["CSodium"]),
    library("MarketImages", ["MarketCore", "MarketHashing", "MarketModels", "CVipsShim", "CWorkerProcess"]),
    library("MarketSecrets", ["MarketCore", "CSodium"]),
    library(
        "MarketServer",
        [
            "MarketAPI", "MarketCore", "MarketHashing", "MarketModels", "MarketTexts", "CZlib", "ServerFiles",
            .server("CoreMetrics", "swift-metrics"),
            .server("HTTPTypes", "swift-http-types"),
            .server("Hummingbird", "hummingbird"),
            .server("HummingbirdCore", "hummingbird"),
            .server("Instrumentation", "swift-distributed-tracing"),
            .server("Logging", "swift-log"),
            .server("NIOCore", "swift-nio"),
            .server("NIOHTTP1", "swift-nio"),
            .server("NIOHTTPTypes", "swift-nio-extras"),
            .server("NIOPosix", "swift-nio"),
            .server("ServiceLifecycle", "swift-service-lifecycle"),
            .server("Tracing", "swift-distributed-tracing"),
        ]
    ),
    library(
        "MarketWeb",
        [
            "CCMark", "MarketAPI", "MarketCore", "MarketHashing", "MarketModels", "MarketQRCodes", "MarketServer",
            "MarketTexts", "WebAssets",
            .server("HTTPTypes", "swift-http-types"),
            .server("Hummingbird", "hummingbird"),
            .server("Logging", "swift-log"),
            .server("Mustache", "swift-mustache"),
            .server("NIOCore", "swift-nio"),
        ],
        exclude: ["Icons", "Scripts", "Style", "Templates"]
    ),
    tests(of: "MarketWeb", ["FieldSamples", "MarketModels", "MarketTexts"]),
    .target(
        name: "ProductStoreContract",
        dependencies: ["FieldSamples", "MarketCore", "MarketModels"],
        path: "Tests/ProductStoreContract",
        swiftSettings: strict + unoptimized + sequential
    ),
    .target(
        name: "TestMarkets",
        dependencies: [
            "GeneratedListings", "MarketAPI", "MarketClient", "MarketCore", "MarketImages", "MarketModels",
            "MarketPostgres", "MarketSQLite", "MarketSecrets", "MarketServer", "MarketWeb", "TestClusters",
            .server("HTTPTypes", "swift-http-types"),
            .server("Hummingbird", "hummingbird"),
            .server("HummingbirdCore", "hummingbird"),
            .server("Logging", "swift-log"),
            .server("NIOCore", "swift-nio"),
            .server("NIOHTTP1", "swift-nio"),
            .server("NIOHTTPTypes", "swift-nio-extras"),
            .server("NIOHTTPTypesHTTP1", "swift-nio-extras"),
            .server("NIOPosix", "swift-nio"),
            .server("ServiceLifecycle", "swift-service-lifecycle"),
        ],
        path: "Tests/TestMarkets",
        swiftSettings: strict + unoptimized + sequential
    ),
    .target(name: "ContractFrame", path: "Tests/ContractFrame", swiftSettings: strict + unoptimized),
    .target(
        name: "SharedPortContract",
        dependencies: ["ContractFrame", "MarketCore", "MarketModels"],
        path: "Tests/SharedPortContract",
        swiftSettings: strict + unoptimized
    ),
    tests(of: "MarketCore", ["MarketModels", "ProductStoreContract", "SharedPortContract"]),
    tests(
        of: "MarketSQLite",
        [
            "CSQLiteShim", "FieldSamples", "GeneratedListings", "MarketCore", "MarketModels", "ProductStoreContract",
            .server("InMemoryTracing", "swift-distributed-tracing"),
            .server("Tracing", "swift-distributed-tracing"),
        ]
    ),
    .target(
        name: "TestClusters",
        path: "Tests/TestClusters",
        exclude: [
            "caddy.py", "cluster.sh", "object_store.py", "pooler.sh", "ports.py", "postgres_cluster.py",
            "tls_forwarder.py",
        ],
        swiftSettings: strict + unoptimized
    ),
    tests(
        of: "MarketPostgres",
        [
            "GeneratedListings", "MarketCore", "MarketHashing", "MarketModels", "MarketSQLite", "ProductStoreContract",
            "SharedPortContract", "TestClusters", "TestMarkets",
            .server("HTTPTypes", "swift-http-types"),
            .server("Hummingbird", "hummingbird"),
            .server("InMemoryTracing", "swift-distributed-tracing"),
            .server("Instrumentation", "swift-distributed-tracing"),
            .server("NIOCore", "swift-nio"),
            .server("Tracing", "swift-distributed-tracing"),
        ]
    ),
    .target(
        name: "ImageStoreContract",
        dependencies: ["ContractFrame", "MarketCore", "MarketHashing", "MarketModels"],
        path: "Tests/ImageStoreContract",
        swiftSettings: strict + unoptimized
    ),
    tests(
        of: "MarketS3",
        [
            "CCurl", "ContractFrame", "ImageStoreContract", "MarketCore", "MarketHashing", "MarketModels",
            "MarketSQLite",
            "TestClusters", "TestMarkets",
            .server("HTTPTypes", "swift-http-types"),
        ]
    ),
    tests(
        of: "MarketImages",
        ["ContractFrame", "FieldSamples", "ImageStoreContract", "MarketCore", "MarketModels"],
        exclude: ["make-photos.py"],
        resources: [.copy("Photos"), .copy("Programs")]
    ),
    tests(of: "MarketSecrets", ["MarketCore"]),
    tests(
        of: "MarketServer",
        [
            "MarketAPI", "MarketCore", "MarketModels", "MarketPostgres", "MarketSecrets", "MarketSQLite",
            "MarketTexts", "MarketWeb", "FieldSamples", "GeneratedListings", "ProductStoreContract", "ServerFiles",
            "TestMarkets",
            .server("GRDB", "GRDB.swift"),
            .server("HTTPTypes", "swift-http-types"),
            .server("Hummingbird", "hummingbird"),
            .server("Logging", "swift-log"),
            .server("NIOCore", "swift-nio"),
            .server("NIOEmbedded", "swift-nio"),
            .server("NIOHTTPTypes", "swift-nio-extras"),
            .server("Tracing", "swift-distributed-tracing"),
        ],
        resources: [.copy("Photos")],
        swiftSettings: sequential + inParts
    ),
]

// MARK: - Client targets

package.targets += [
    library("MarketClient", ["MarketAPI", "MarketModels", "MarketTexts"], swiftSettings: strict + unoptimized),
    library(
        "MarketViewModels",
        ["MarketAPI", "MarketClient", "MarketModels", "MarketTexts"],
        swiftSettings: strict + unoptimized
    ),
    library("MarketVips", ["CVipsShim", "MarketModels"]),
    tests(
        of: "MarketClient",
        [
            "FieldSamples", "MarketAPI", "MarketCore", "MarketModels", "MarketServer", "MarketTexts", "MarketVips",
            "MarketWeb", "TestMarkets",
            .server("Hummingbird", "hummingbird"),
            .server("NIOCore", "swift-nio"),
            .server("NIOPosix", "swift-nio"),
        ],
        resources: [.copy("Photos")]
    ),
    tests(
        of: "MarketViewModels",
        [
            "FieldSamples", "MarketAPI", "MarketClient", "MarketModels", "MarketTexts", "TestMarkets",
            .server("Hummingbird", "hummingbird"),
        ]
    ),
]

// MARK: - C libraries

package.targets += [
    .systemLibrary(
        name: "CLibVips",
        pkgConfig: "vips",
        providers: [.apt(["libvips-dev"]), .brew(["vips"])]
    ),
    .systemLibrary(
        name: "CJPEG",
        pkgConfig: "libjpeg",
        providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]
    ),
    .target(name: "CSQLiteShim", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CVipsShim", dependencies: ["CJPEG", "CLibVips"]),
    .target(
        name: "CWorkerProcess",
        dependencies: [.target(name: "CSeccomp", condition: .when(platforms: [.linux]))]
    ),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
        name: "CSodium",
        pkgConfig: "libsodium",
        providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
    ),
    .systemLibrary(
        name: "CQREncode",
        pkgConfig: "libqrencode",
        providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
    ),
    .systemLibrary(
        name: "CCMark",
        pkgConfig: "libcmark",
        providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]
    ),
    .systemLibrary(
        name: "CPostgres",
        pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .systemLibrary(
        name: "CCurl",
        pkgConfig: "libcurl",
        providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "WebAssets", exclude: ["packed"]),
    .target(
        name: "ServerFiles",
        exclude: ["docs.html", "openapi.json", "placeholder.png"]
    ),
    .target(
        name: "DemoProducts",
        exclude: ["catalogue.json", "pictures"]
    ),
]

// MARK: - Tools

package.targets += [
    .target(
        name: "GeneratedListings",
        dependencies: ["MarketCore", "MarketPostgres", "MarketSQLite"],
        path: "Benchmarks/GeneratedListings",
        swiftSettings: strict + unoptimized
    ),
    .executableTarget(
        name: "openmarket-bench-fill",
        dependencies: ["GeneratedListings", "MarketPostgres", "MarketSQLite"],
        path: "Benchmarks/Fill",
        swiftSettings: strict
    ),
    .executableTarget(
        name: "openmarket-bench-staleness",
        dependencies: ["MarketCore", "MarketModels", "MarketPostgres"],
        path: "Benchmarks/Staleness",
        swiftSettings: strict
    ),
    .executableTarget(
        name: "openmarket-fuzz",
        dependencies: ["MarketAPI", "MarketModels"],
        path: "Tests/Fuzz",
        exclude: ["Corpus"],
        swiftSettings: strict
    ),
    library(
        "MarketCommands",
        [
            "MarketAPI", "MarketClient", "MarketHashing", "MarketModels", "MarketQRCodes", "MarketTexts",
            "MarketVips",
            .server("ArgumentParser", "swift-argument-parser"),
            .server("UnixSignals", "swift-service-lifecycle"),
        ],
        swiftSettings: strict + unoptimized
    ),
    .executableTarget(
        name: "openmarket",
        dependencies: [
            "DemoProducts", "MarketClient", "MarketCommands", "MarketHashing", "MarketImages",
            "MarketModels",
            "MarketPostgres", "MarketS3", "MarketSQLite", "MarketSecrets", "MarketServer", "MarketTexts", "MarketWeb",
            .server("ArgumentParser", "swift-argument-parser"),
            .server("CoreMetrics", "swift-metrics"),
            .server("HummingbirdCore", "hummingbird"),
            .server("Instrumentation", "swift-distributed-tracing"),
            .server("Logging", "swift-log"),
            .server("NIOCore", "swift-nio"),
            .server("NIOHTTP1", "swift-nio"),
            .server("NIOPosix", "swift-nio"),
            .server("ServiceLifecycle", "swift-service-lifecycle"),
            .server("UnixSignals", "swift-service-lifecycle"),
        ],
        swiftSettings: strict + unoptimized
    ),
]
