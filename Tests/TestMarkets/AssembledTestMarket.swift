import Foundation
package import Hummingbird
import Logging
import MarketAPI
package import MarketCore
import MarketImages
import MarketModels
import MarketPostgres
import MarketSecrets
package import MarketServer
import MarketWeb
import NIOCore

/// The application of a test's market over any store, with images in a folder.
package struct AssembledTestMarket: Sendable {
    package let application: any ApplicationProtocol
    package let services: MarketServices
    package let dependencies: ServerDependencies
    package let origins: OriginPolicy
    package let clock = TestClock()

    package var imageStore: any ImageStore { services.imageStore }

    /// - Parameters:
    ///   - folder: the folder of the images and of uploads in flight.
    ///   - images: where images are, if not in the folder.
    package init(
        _ setting: TestMarketSetting = TestMarketSetting(),
        over store: any ProductStore,
        folder: String,
        images: (any ImageStore)? = nil,
        integrity: IntegrityMonitor = IntegrityMonitor()
    ) throws {
        let hasher = try Argon2SecretHasher(cost: .minimal)
        // A market refuses images when less than a tenth of the disk is free. Tests need less.
        let imageStore = FolderImageStore(folder: folder + "/images", integrity: integrity) { _ in nil }
        let clock = clock
        services = MarketServices(
            store: store,
            images: images ?? imageStore,
            processor: try VipsImageProcessor(),
            shareImages: FolderShareImageStore(imageFolder: folder + "/images"),
            renderer: try VipsShareImageRenderer(),
            hasher: setting.hasher ?? hasher,
            signer: TicketSigner(),
            clock: clock,
            monotonicClock: clock,
            policy: setting.policy,
            limits: setting.limits,
            ports: (store as? PostgresProductStore).map { PostgresPorts(store: $0, clock: clock) },
            integrity: integrity
        )
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        guard let fallback = Origin(scheme: "http", authority: "localhost") else { throw CancellationError() }
        let origins = OriginPolicy(
            fixed: setting.baseURL.flatMap { Origin(baseURL: $0) },
            images: setting.imagesURL,
            proxies: setting.proxies,
            fallback: fallback,
            editionHosts: setting.editionHosts,
            roundsPrices: setting.policy.prices.isWhole
        )
        self.origins = origins
        var limits = setting.limits
        limits.monitoringInterval = setting.monitoringInterval
        dependencies = ServerDependencies(
            services: services,
            webApp: Site(iosApp: setting.iosApp),
            spool: try UploadSpool(folder: folder + "/incoming"),
            limits: limits,
            showsMetricsToAll: setting.showsMetricsToAll,
            isTraced: setting.isTraced
        )
        application = try buildApplication(
            dependencies: dependencies,
            origins: setting.edition.map { origins.restricted(to: $0) } ?? origins,
            address: .hostname("127.0.0.1", port: 0),
            logger: logger
        )
    }
}
