import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import Synchronization
import Testing

@testable import MarketServer

/// How often share images are rendered, with a renderer that stops when a test wants it to.
struct ShareImageRenderingTests {
    /// A renderer and a store in memory.
    private final class Memory: ShareImageRenderer, ShareImageStore {
        private struct State {
            var renderings = 0
            var stored: Set<ShareImageName> = []
            var isBusy = false
            var isHeld = false
        }

        private let state = Mutex(State())

        var renderings: Int { state.withLock { $0.renderings } }
        var stored: Set<ShareImageName> { state.withLock { $0.stored } }
        func refuse() { state.withLock { $0.isBusy = true } }
        func hold() { state.withLock { $0.isHeld = true } }
        func letGo() { state.withLock { $0.isHeld = false } }

        func render(_ card: ShareCard, photo: StoredFile?) async throws(WebImageError) -> [UInt8] {
            if state.withLock({ $0.isBusy }) { throw .busy }
            state.withLock { $0.renderings += 1 }
            while state.withLock({ $0.isHeld }) { await Task.yield() }
            return [1]
        }

        func find(_ name: ShareImageName) async throws(StoreError) -> StoredFile? {
            stored.contains(name) ? file(name) : nil
        }

        func save(_ bytes: [UInt8], as name: ShareImageName) async throws(StoreError) -> StoredFile {
            state.withLock { _ = $0.stored.insert(name) }
            return file(name)
        }

        func removeAll(of product: Product.ID) async throws(StoreError) {
            state.withLock { state in state.stored = state.stored.filter { $0.product != product } }
        }

        func removeAll(before moment: Timestamp) async throws(StoreError) {}

        private func file(_ name: ShareImageName) -> StoredFile { StoredFile(path: name.fileName, byteCount: 1) }
    }

    private let memory = Memory()

    private func shareImages(_ market: TestMarket) -> ShareImages {
        ShareImages(
            showProduct: market.services.showProduct,
            images: market.services.imageStore,
            shareImages: memory,
            renderer: memory
        )
    }

    private func image(_ market: TestMarket) async throws -> ShareImage {
        ShareImage(of: try await market.services.showProduct(Product.ID(rawValue: 1)).product, language: .korean)
    }

    @Test func imageIsRenderedOnceForHoweverManyAskAtOnce() async throws {
        try await withMarket { market in
            try await market.list()
            let (images, image) = (shareImages(market), try await image(market))
            memory.hold()
            try await withThrowingTaskGroup(of: StoredFile.self) { group in
                for _ in 0..<50 {
                    group.addTask { try await images.find(image.name, showing: image.card) }
                }
                while memory.renderings == 0 { await Task.yield() }
                for _ in 0..<1000 { await Task.yield() }
                memory.letGo()
                for try await file in group { #expect(file.path == image.name.fileName) }
            }
            _ = try await images.find(image.name, showing: image.card)
            #expect(memory.renderings == 1)
        }
    }

    @Test func productThatIsDeletedMeanwhileLeavesNoImage() async throws {
        try await withMarket { market in
            try await market.list()
            let (images, image) = (shareImages(market), try await image(market))
            memory.hold()
            let found = Task { try await images.find(image.name, showing: image.card) }
            while memory.renderings == 0 { await Task.yield() }
            _ = try await market.services.deleteProduct.remove(Product.ID(rawValue: 1))
            memory.letGo()
            await #expect(throws: MarketError.deletedProduct) { try await found.value }
            #expect(memory.stored.isEmpty)
        }
    }

    @Test func crowdIsAskedToComeBack() async throws {
        try await withMarket { market in
            try await market.list()
            memory.refuse()
            let fallback = try #require(Origin(scheme: "http", authority: "localhost"))
            let origins = OriginPolicy(fixed: nil, proxies: .none, isSecure: false, fallback: fallback)
            let router = Router(context: MarketRequestContext.self)
            router.add(middleware: ErrorMiddleware(origins: origins))
            ShareImagePages(showProduct: market.services.showProduct, shareImages: shareImages(market)).addRoutes(
                to: router
            )
            let path = try await image(market).path
            try await Application(router: router).test(.router) { client in
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.field("Retry-After")] == "5")
                #expect(response.headers[.cacheControl] == "no-store")
            }
        }
    }
}
