import Foundation
import MarketAPI
import MarketClient
import MarketModels
import Synchronization
import Testing

/// The client's writing calls, against the real server in process.
@Suite struct WritingTests {
    @Test func oneKeyMakesOneListing() async throws {
        try await withClient { market in
            let key = UUID()
            let first = try await market.client.list(ClientMarket.listing(), key: key)
            let second = try await market.client.list(ClientMarket.listing(), key: key)
            #expect(first == second)
            #expect(try await market.client.products(ProductListRequest()).totalCount == 1)
            let error = await #expect(throws: MarketClientError.self) {
                try await market.client.list(ClientMarket.listing("책상"), key: key)
            }
            #expect(error?.refusal?.code == .keyReused)
            #expect(error?.refusal?.listed == first.id)
        }
    }

    @Test func whatIsWrongIsSaidFieldByField() async throws {
        try await withClient { market in
            let bad = NewListing(draft: ProductDraft(name: " ", price: DecimalAmount(-1)), images: [], secret: "")
            let error = await #expect(throws: MarketClientError.self) {
                try await market.client.list(bad, key: UUID())
            }
            #expect(error?.refusal?.code == .invalidFields)
            #expect(error?.refusal?.fields.map(\.name) == ["name", "price", "currency", "secret", "images"])
        }
    }

    @Test func whoHasNoIdentifierListsNothing() async throws {
        try await withClient(identifier: nil) { market in
            let error = await #expect(throws: MarketClientError.self) { try await market.list() }
            #expect(error?.refusal?.code == .missingIdentifier)
        }
    }

    @Test func anImageThatIsNotThereIsSaidBeforeAnythingIsSent() async throws {
        let transport = ScriptedTransport([])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        var listing = ClientMarket.listing()
        listing.images.append(.file(URL(filePath: "/nowhere/photo.jpg")))
        let error = await #expect(throws: MarketClientError.self) { try await client.list(listing, key: UUID()) }
        guard case .unusableFile(let path, _) = error else { Issue.record("\(String(describing: error))"); return }
        #expect(path == "/nowhere/photo.jpg")
        #expect(transport.requests.isEmpty)
    }

    @Test func formsOfKilledProcessesAreGoneADayLater() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["openmarket-form-abandoned": 25.0, "openmarket-form-being-sent": 23.0, "letter": 100.0]
        for (name, hours) in files {
            let path = folder.appending(path: name).path
            #expect(FileManager.default.createFile(atPath: path, contents: Data("secret".utf8)))
            let date = Date(timeIntervalSinceNow: -hours * 3600)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        let client = MarketAPIClient.over(FormWatcher(), at: "http://market.example", folder: folder)
        await #expect(throws: MarketClientError.self) { try await client.list(ClientMarket.listing(), key: UUID()) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.sorted() == ["letter", "openmarket-form-being-sent"])
    }

    @Test func formsAreForTheirOwnersEyesAndGoneAfterwards() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let transport = FormWatcher()
        let client = MarketAPIClient.over(transport, at: "http://market.example", folder: folder)
        await #expect(throws: MarketClientError.self) { try await client.list(ClientMarket.listing(), key: UUID()) }
        await #expect(throws: MarketClientError.self) {
            try await client.update(
                Product.ID(rawValue: 1),
                with: ListingEdit(newImages: [.bytes(Data([1, 2, 3]))]),
                secret: "s"
            )
        }
        #expect(transport.modes == [0o600, 0o600])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    private func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func aFormIsReadBackAsItWasMeant() async throws {
        try await withClient { market in
            // A field whose text looks like the end of a form, with one image in memory and one in a file.
            var listing = ClientMarket.listing("\r\n--boundary--\r\n\"}")
            listing.images.append(.bytes(try Data(contentsOf: ClientMarket.photo("alpha.png"))))
            let made = try await market.client.list(listing, key: UUID())
            #expect(made.listing.name.contains("--boundary--"))
            #expect(made.images.count == 2)
        }
    }

    @Test func onlyTheRightSecretOpens() async throws {
        try await withClient { market in
            let made = try await market.list()
            #expect(try await market.client.check(ClientMarket.secret, of: made.id) == made)
            let error = await #expect(throws: MarketClientError.self) {
                try await market.client.check("wrong", of: made.id)
            }
            #expect(error?.isWrongSecret == true)
        }
    }

    @Test func anEditChangesOnlyWhatItSays() async throws {
        try await withClient { market in
            let made = try await market.list()
            let patch = ProductPatch(price: DecimalAmount(9000), discount: .zero)
            let edited = try await market.client.update(
                made.id,
                with: ListingEdit(patch: patch, version: made.version),
                secret: ClientMarket.secret
            )
            #expect(edited.listing.pricing == Pricing(currency: .krw, priceMinorUnits: 9000, discountMinorUnits: 0))
            #expect(edited.listing.name == made.listing.name)
            #expect(edited.version == made.version + 1)
        }
    }

    @Test func whoWasFasterIsNotOverwritten() async throws {
        try await withClient { market in
            let made = try await market.list()
            let theirs = try await market.client.update(
                made.id,
                with: ListingEdit(patch: ProductPatch(name: "그들의 것")),
                secret: ClientMarket.secret
            )
            let error = await #expect(throws: MarketClientError.self) {
                try await market.client.update(
                    made.id,
                    with: ListingEdit(patch: ProductPatch(name: "나의 것"), version: made.version),
                    secret: ClientMarket.secret
                )
            }
            #expect(error?.refusal?.code == .versionConflict)
            #expect(error?.refusal?.current == theirs)
        }
    }

    @Test func imagesAreKeptInOrderAndNewOnesComeBehind() async throws {
        try await withClient { market in
            let made = try await market.list(images: ["orientation-6.jpg", "alpha.png", "wide.jpg"])
            let edit = ListingEdit(
                keptImages: [made.images[2].id, made.images[0].id],
                newImages: [.file(ClientMarket.photo("animated.gif"))],
                version: made.version
            )
            let edited = try await market.client.update(made.id, with: edit, secret: ClientMarket.secret)
            #expect(edited.images.prefix(2).map(\.id) == [made.images[2].id, made.images[0].id])
            #expect(edited.images.count == 3)
        }
    }

    @Test func aDeletedProductIsGone() async throws {
        try await withClient { market in
            let made = try await market.list()
            let wrong = await #expect(throws: MarketClientError.self) {
                try await market.client.delete(made.id, secret: "wrong")
            }
            #expect(wrong?.isWrongSecret == true)
            try await market.client.delete(made.id, secret: ClientMarket.secret)
            let gone = await #expect(throws: MarketClientError.self) { try await market.client.product(made.id) }
            #expect(gone?.refusal?.code == .deleted)
            let again = await #expect(throws: MarketClientError.self) {
                try await market.client.delete(made.id, secret: ClientMarket.secret)
            }
            #expect(again?.isGone == true)
        }
    }
}

extension MarketService {
    fileprivate func update(_ id: Product.ID, with edit: ListingEdit, secret: String) async throws -> DetailedProduct {
        try await self.update(id, with: edit, secret: secret, progress: { _ in })
    }
}

/// Inspects the forms that it is given, and sends none.
private final class FormWatcher: HTTPTransport {
    private let seen = Mutex<[Int]>([])

    var modes: [Int] { seen.withLock { $0 } }

    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        if case .file(let file) = request.body {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
            seen.withLock { $0.append(mode) }
        }
        throw .unreadableBody(detail: "not sent")
    }
}
