import HTTPTypes
import Hummingbird
import MarketAPI
import MarketModels
import MarketTexts
import ProductStoreContract
import Synchronization
import TestMarkets
import Testing

@testable import MarketCore
@testable import MarketServer
@testable import MarketWeb

/// How often share images are rendered, with a renderer that stops when a test wants it to.
struct ShareImageRenderingTests {
    /// A renderer and a store in memory.
    private final class Memory: ShareImageRenderer, ShareImageStore {
        private struct State {
            var renderings = 0
            var stored: Set<ShareImageName> = []
            var order: [ShareImageName] = []
            var isBusy = false
            var isHeld = false
        }

        private let state = Mutex(State())

        var renderings: Int { state.withLock { $0.renderings } }
        var stored: Set<ShareImageName> { state.withLock { $0.stored } }
        /// The names in the order in which they were stored.
        var order: [ShareImageName] { state.withLock { $0.order } }
        func refuse() { state.withLock { $0.isBusy = true } }
        func hold() { state.withLock { $0.isHeld = true } }
        func letGo() { state.withLock { $0.isHeld = false } }

        func render(_ card: ShareCard, image: StoredFile?) async throws(MarketError) -> [UInt8] {
            if state.withLock({ $0.isBusy }) { throw .busy }
            state.withLock { $0.renderings += 1 }
            while state.withLock({ $0.isHeld }) { await Task.yield() }
            return [1]
        }

        func find(_ name: ShareImageName) async throws(MarketError) -> StoredFile? {
            stored.contains(name) ? file(name) : nil
        }

        func save(_ bytes: [UInt8], as name: ShareImageName) async throws(MarketError) -> StoredFile {
            state.withLock {
                $0.stored.insert(name)
                $0.order.append(name)
            }
            return file(name)
        }

        func products() async throws(MarketError) -> Set<Product.ID> { Set(stored.map(\.product)) }

        func removeAll(of product: Product.ID) async throws(MarketError) {
            state.withLock { state in state.stored = state.stored.filter { $0.product != product } }
        }

        func removeAll(before moment: Timestamp) async throws(MarketError) {}

        private func file(_ name: ShareImageName) -> StoredFile { StoredFile(path: name.fileName, byteCount: 1) }
    }

    private let memory = Memory()

    private func shareImages(_ market: TestMarket) -> ShareImages {
        ShareImages(
            showProduct: market.services.showProduct,
            images: market.services.imageStore,
            shareImages: memory,
            renderer: memory,
            integrity: IntegrityMonitor()
        )
    }

    private func image(_ market: TestMarket, of product: Int64 = 1) async throws -> ShareImage {
        ShareImage(
            of: try await market.services.showProduct(Product.ID(rawValue: product)).product,
            in: .empty,
            language: .korean
        )
    }

    @Test func imageIsRenderedOnceForHoweverManyAskAtOnce() async throws {
        try await withMarket { market in
            try await market.list()
            let (images, image) = (shareImages(market), try await image(market))
            memory.hold()
            try await withThrowingTaskGroup(of: StoredFile.self) { group in
                for _ in 0..<50 {
                    group.addTask { try await images.find(image.name, showing: image.card, for: .unknown) }
                }
                while memory.renderings == 0 { await Task.yield() }
                for _ in 0..<1000 { await Task.yield() }
                memory.letGo()
                for try await file in group { #expect(file.path == image.name.fileName) }
            }
            _ = try await images.find(image.name, showing: image.card, for: .unknown)
            #expect(memory.renderings == 1)
        }
    }

    @Test func oneAddressLeavesTurnsToOthers() async throws {
        try await withMarket { market in
            let waiting = ShareImages.limits.waitingPerKey
            for _ in 0..<waiting + 3 { try await market.list() }
            let images = shareImages(market)
            let (greedy, other) = (
                ClientAddress(try #require(IPAddress("192.0.2.1"))), ClientAddress(try #require(IPAddress("192.0.2.2")))
            )
            memory.hold()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for product in 1...Int64(waiting) + 1 {
                    let image = try await image(market, of: product)
                    group.addTask { _ = try await images.find(image.name, showing: image.card, for: greedy) }
                }
                while images.load.waiting < waiting { await Task.yield() }
                let refused = try await image(market, of: Int64(waiting) + 2)
                await #expect(throws: MarketError.busy) {
                    _ = try await images.find(refused.name, showing: refused.card, for: greedy)
                }
                let accepted = try await image(market, of: Int64(waiting) + 3)
                group.addTask { _ = try await images.find(accepted.name, showing: accepted.card, for: other) }
                while images.load.waiting < waiting + 1 { await Task.yield() }
                memory.letGo()
                try await group.waitForAll()
            }
            let order = memory.order.map(\.product.rawValue)
            #expect(order.count == waiting + 2)
            #expect(try #require(order.firstIndex(of: Int64(waiting) + 3)) <= 2, "\(order)")
        }
    }

    @Test func productThatIsDeletedMeanwhileLeavesNoImage() async throws {
        try await withMarket { market in
            try await market.list()
            let (images, image) = (shareImages(market), try await image(market))
            memory.hold()
            let found = Task { try await images.find(image.name, showing: image.card, for: .unknown) }
            while memory.renderings == 0 { await Task.yield() }
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
            memory.letGo()
            await #expect(throws: MarketError.removedProduct) { try await found.value }
            #expect(memory.stored.isEmpty)
        }
    }

    @Test func whatIsNoLongerShownIsSweptWhereverItWasRemoved() async throws {
        try await withMarket { market in
            let images = shareImages(market)
            for product in Int64(1)...4 {
                try await market.list()
                let image = try await image(market, of: product)
                _ = try await images.find(image.name, showing: image.card, for: .unknown)
            }
            // The market's own share images are those of another server.
            let deleteProduct = market.services.deleteProduct
            _ = try await deleteProduct.erase(Product.ID(rawValue: 1))
            _ = try await deleteProduct(Product.ID(rawValue: 2), secret: TestMarket.secret, from: .unknown)
            _ = try await market.store.hide(Product.ID(rawValue: 3), reason: "why", at: market.services.clock.now)
            #expect(memory.stored.count == 4)
            try await images.sweep()
            #expect(memory.stored.map(\.product.rawValue) == [4])
        }
    }

    @Test func crowdIsAskedToComeBack() async throws {
        try await withMarket { market in
            try await market.list()
            memory.refuse()
            let fallback = try #require(Origin(scheme: "http", authority: "localhost"))
            let origins = OriginPolicy(fixed: nil, proxies: .none, fallback: fallback)
            let router = Router(context: MarketRequestContext.self)
            router.add(middleware: ErrorMiddleware(origins: origins, profiles: market.store))
            ShareImagePages(
                showProduct: market.services.showProduct,
                store: market.services.store,
                shareImages: shareImages(market)
            ).addRoutes(to: router)
            let path = try await image(market).path
            try await Application(router: router).test { client in
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.field("Retry-After")] == "5")
                #expect(response.headers[.cacheControl] == "no-store")
            }
        }
    }
}
