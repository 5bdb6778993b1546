import FieldSamples
import Foundation
import MarketAPI
import MarketClient
import MarketModels
import Testing

@testable import MarketViewModels

/// What the store of drafts does.
struct DraftStoreContractTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let typed = TypedListing(
        name: "의자 \"높은\"",
        price: "1만",
        currency: .usd,
        discount: "0.5",
        stock: "",
        attributes: ListingAttributes.all(1).byField,
        seller: "민수",
        contact: "010",
        password: "비밀",
        description: "한 줄\n두 줄"
    )

    private func listing(_ images: [AddedImage] = [], key: UUID? = nil, after seconds: Int64 = 0) -> ListingDraft {
        ListingDraft(
            typed: Self.typed,
            images: images,
            key: key,
            savedAt: Samples.moment.adding(seconds: seconds)
        )
    }

    private func edit(_ number: Int64, _ name: String = "새 이름", after seconds: Int64 = 0) -> EditDraft {
        var form = EditForm(Samples.product(number, images: [1, 2], version: 3), contact: "010")
        form.typed.name = name
        form.images = [form.images[1], .added(AddedImage(Samples.image(9)))]
        return EditDraft(form, savedAt: Samples.moment.adding(seconds: seconds))
    }

    private func file(_ name: String, _ content: String) throws -> ImageUpload {
        let file = folder.url.appending(path: name)
        try Data(content.utf8).write(to: file)
        return .file(file)
    }

    private func contents(_ images: [AddedImage]) -> [String] {
        images.map { image in image.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "missing" }
    }

    // MARK: New listing

    @Test func newListingIsReturnedAsItWasSavedButWithoutItsPassword() async throws {
        let store = DeviceStores.drafts(folder.url)
        #expect(try await store.listing() == nil)
        let key = UUID()
        try await store.save(listing(key: key))
        let draft = try #require(try await store.listing())
        var expected = Self.typed
        expected.password = ""
        #expect(draft.typed == expected)
        #expect(draft.key == key)
        #expect(draft.savedAt == Samples.moment)
    }

    @Test func imagesAreKeptInOrderAlthoughTheirFilesAreGone() async throws {
        let store = DeviceStores.drafts(folder.url)
        let images = [AddedImage(try file("b", "둘")), AddedImage(.bytes(Data("하나".utf8)))]
        try await store.save(listing(images))
        try FileManager.default.removeItem(at: folder.url.appending(path: "b"))
        let saved = try #require(try await store.listing())
        #expect(saved.images.map(\.id) == images.map(\.id))
        #expect(contents(saved.images) == ["둘", "하나"])
        // Saved again in another order, as the form that was restored from it does.
        try await store.save(listing(saved.images.reversed()))
        #expect(contents(try await store.listing()?.images ?? []) == ["하나", "둘"])
    }

    @Test func imageThatCanNotBeReadIsLeftOutAndTheRestIsSaved() async throws {
        let store = DeviceStores.drafts(folder.url)
        let missing = AddedImage(.file(folder.url.appending(path: "missing")))
        try await store.save(listing([missing, AddedImage(.bytes(Data("하나".utf8)))]))
        let saved = try #require(try await store.listing())
        #expect(contents(saved.images) == ["하나"])
        #expect(saved.typed.name == Self.typed.name)
    }

    @Test func moreThanFiveImagesAreNotKept() async throws {
        let store = DeviceStores.drafts(folder.url)
        try await store.save(listing((1...7).map { AddedImage(Samples.image($0)) }))
        #expect(try await store.listing()?.images.count == 5)
    }

    @Test func anotherDraftReplacesItAndRemovingTwiceIsNoError() async throws {
        let store = DeviceStores.drafts(folder.url)
        try await store.save(listing([AddedImage(Samples.image(1))]))
        try await store.save(listing(after: 5))
        #expect(try await store.listing()?.images.isEmpty == true)
        #expect(try await store.listing()?.savedAt == Samples.moment.adding(seconds: 5))
        try await store.removeListing()
        try await store.removeListing()
        #expect(try await store.listing() == nil)
    }

    // MARK: Edits

    @Test func editIsReturnedWithTheProductThatItIsBasedOn() async throws {
        let store = DeviceStores.drafts(folder.url)
        #expect(try await store.edit(of: Samples.id(9)) == nil)
        let pricing = Samples.pricing(1999, off: 1, .usd)
        var product = Samples.product(
            9,
            description: "설명",
            pricing: pricing,
            attributes: ListingAttributes.all(1),
            images: [1, 2],
            state: .hidden,
            expiresAt: Samples.moment
        )
        product.entityTag = "\"3-a\""
        var edit = EditForm(product, contact: nil)
        edit.typed.stock = "7"
        edit.images = [edit.images[1]]
        let draft = EditDraft(edit, savedAt: Samples.moment)
        try await store.save(draft)
        #expect(try await store.edit(of: Samples.id(9)) == draft)
        #expect(try await store.edits() == [draft])
        #expect(try await store.edit(of: Samples.id(8)) == nil)
    }

    @Test func addedImagesOfAnEditStayBetweenTheKeptOnes() async throws {
        let store = DeviceStores.drafts(folder.url)
        var edit = EditForm(Samples.product(9, images: [1, 2]), contact: "")
        let added = AddedImage(try file("a", "새 사진"))
        edit.images = [.kept(edit.base.images[1]), .added(added), .kept(edit.base.images[0])]
        try await store.save(EditDraft(edit, savedAt: Samples.moment))
        try FileManager.default.removeItem(at: folder.url.appending(path: "a"))
        let saved = try #require(try await store.edit(of: Samples.id(9))).form
        #expect(saved.images.map(\.id) == edit.images.map(\.id))
        #expect(contents(saved.images.compactMap(\.added)) == ["새 사진"])
    }

    @Test func onlyTheTwentyEditsSavedLastAreKept() async throws {
        let store = DeviceStores.drafts(folder.url)
        for number in 1...20 as ClosedRange<Int64> { try await store.save(edit(number, after: number)) }
        // The oldest one is saved again, so the second one is the oldest.
        try await store.save(edit(1, after: 30))
        try await store.save(edit(21, after: 31))
        #expect(try await store.edits().map(\.id.rawValue) == [21, 1] + (3...20).reversed())
        // By a clock that was set back.
        try await store.save(edit(22, after: -5))
        #expect(try await store.edit(of: Samples.id(22)) != nil)
        #expect(try await store.edits().count == 20)
    }

    @Test func removingOneEditLeavesTheOthersAndTheListing() async throws {
        let store = DeviceStores.drafts(folder.url)
        try await store.save(listing())
        for number in 1...2 as ClosedRange<Int64> { try await store.save(edit(number)) }
        try await store.removeEdit(of: Samples.id(1))
        try await store.removeEdit(of: Samples.id(1))
        #expect(try await store.edits().map(\.id) == [Samples.id(2)])
        #expect(try await store.listing() != nil)
    }
}

/// What a draft store in files does, across launches and accidents.
struct FileDraftStoreTests {
    private let folder: TemporaryFolder
    private let store: FileDraftStore

    init() throws {
        folder = try TemporaryFolder()
        store = FileDraftStore(folder: folder.url, market: Samples.market)
    }

    private func draft(_ images: [AddedImage]) -> ListingDraft {
        ListingDraft(typed: TypedListing(name: "의자", password: "열려라참깨"), images: images, savedAt: Samples.moment)
    }

    private var imageFiles: [URL] { folder.files { UUID(uuidString: $0) != nil } }

    @Test func imagesOfEarlierDraftsAreDeletedAndKnownOnesAreNotWrittenAgain() async throws {
        let images = (1...3).map { AddedImage(Samples.image($0)) }
        try await store.save(draft(images))
        #expect(imageFiles.count == 3)
        let first = try #require(imageFiles.first { $0.lastPathComponent == images[0].id.uuidString })
        let past = Date(timeIntervalSince1970: 1_000_000)
        let path = first.path(percentEncoded: false)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
        try await store.save(draft(Array(images.prefix(1))))
        #expect(imageFiles.map(\.lastPathComponent) == [images[0].id.uuidString])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.modificationDate] as? Date == past)
        try await store.removeListing()
        #expect(imageFiles.isEmpty)
    }

    @Test func passwordIsInNoFile() async throws {
        try await store.save(draft([]))
        for file in folder.files(named: { _ in true }) {
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("열려라참깨"))
        }
    }

    @Test func damagedDraftIsSetAsideAndAnotherCanBeSaved() async throws {
        try await store.save(draft([]))
        let file = try folder.file(named: "draft.json")
        try Data("{\"typed\":".utf8).write(to: file)
        #expect(try await store.listing() == nil)
        #expect(try Data(contentsOf: folder.file(named: "draft.damaged")) == Data("{\"typed\":".utf8))
        try await store.save(draft([]))
        #expect(try await store.listing()?.typed.name == "의자")
    }

    @Test func saveThatFailsLeavesTheEarlierDraft() async throws {
        let image = AddedImage(Samples.image(1))
        try await store.save(draft([image]))
        // The file of the new image can't be created: its folder is a file, as if the disk were full.
        let place = try folder.file(named: "draft.json").deletingLastPathComponent()
        let aside = folder.url.appending(path: "aside")
        try FileManager.default.moveItem(at: place, to: aside)
        try Data().write(to: place)
        await #expect(throws: DeviceStoreError.self) { try await store.save(draft([AddedImage(Samples.image(2))])) }
        try FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: aside, to: place)
        #expect(try await store.listing()?.images.map(\.id) == [image.id])
    }
}
