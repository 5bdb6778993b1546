import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditFormTests {
    private let world = EditWorld()

    private func isChanged(_ field: ListingField) -> Bool { world.model.form?.isChanged(field) ?? false }

    @Test(arguments: [
        (ListingField.name, "책상"), (.price, "20000"), (.currency, "USD"), (.discount, ""), (.stock, "0"),
        (.contact, ""), (.description, ""),
    ])
    func changedFieldIsKnownAndChangedBackIsNot(_ field: ListingField, _ text: String) async throws {
        try await world.open()
        let before = try #require(world.model.form?.typed[field])
        world.model.type(text, into: field)
        #expect(ListingField.allCases.filter { isChanged($0) } == [field])
        #expect(world.model.hasUnsavedChanges)
        world.model.type(before, into: field)
        #expect(!world.model.hasUnsavedChanges)
    }

    @Test func sameAmountInOtherDigitsIsNoChange() async throws {
        try await world.open()
        world.model.type("10,000.0", into: .price)
        world.model.type(" 1,000", into: .discount)
        #expect(!world.model.hasUnsavedChanges)
    }

    @Test func picturesAreAddedRemovedAndMoved() async throws {
        try await world.open()
        let first = try #require(world.model.form?.pictures[0].id)
        world.model.movePicture(first, to: 2)
        #expect(world.pictures == [2, 3, 1])
        #expect(isChanged(.pictures))
        world.model.movePicture(first, to: 0)
        #expect(!isChanged(.pictures))
        world.model.addPictures([1, 2, 3].map(Samples.picture))
        #expect(world.pictures == [1, 2, 3, 0, 0])
        #expect(world.model.leftOut == "사진은 최대 5장이에요. 1장은 넣지 않았어요.")
        world.model.removePicture(first)
        #expect(world.pictures == [2, 3, 0, 0])
        #expect(world.model.leftOut == nil)
    }

    @Test func onlyWhatWasChangedIsChecked() async throws {
        let old = Samples.product(9, name: String(repeating: "가", count: 250), images: [1])
        try await world.open(old)
        world.model.leave(.name)
        #expect(world.model.problem(beside: .name) == nil)
        #expect(world.model.room(of: .name) == "250 / 200")
        world.model.type(String(repeating: "가", count: 249), into: .name)
        #expect(world.model.problem(beside: .name) == "상품 이름: 최대 200자까지 쓸 수 있어요.")
        world.model.type("의자", into: .name)
        #expect(world.model.problem(beside: .name) == nil)
    }

    @Test func changesThatCanNotBeAreSaidAndNotSent() async throws {
        try await world.open()
        world.model.type("", into: .price)
        for picture in world.model.form?.pictures ?? [] { world.model.removePicture(picture.id) }
        await world.model.save()
        #expect(world.step == .writing(.incomplete))
        #expect(world.model.problem(beside: .price) == "가격: 입력해 주세요.")
        #expect(world.model.problem(beside: .pictures) == "사진 수: 최소 1장이 필요해요.")
        world.model.type("500", into: .price)
        #expect(world.model.problem(beside: .discount) == "할인 금액: 가격보다 클 수 없어요.")
        #expect(world.calls.edits.requests.isEmpty)
    }

    @Test func productThatNeverHadAPictureNeedsNone() async throws {
        try await world.open(EditWorld.product(images: []))
        world.model.type("책상", into: .name)
        let saving = world.save()
        let call = try await world.calls.edits.next()
        #expect(call.request.edit.keptPictures == nil)
        call.answer(EditWorld.product("책상", images: [], version: 2))
        await saving.value
        #expect(world.model.change == .edited(EditWorld.product("책상", images: [], version: 2)))
    }
}
