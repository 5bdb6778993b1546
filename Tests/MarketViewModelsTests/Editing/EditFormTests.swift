import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditFormTests {
    private let fixture = EditFixture()

    private func isChanged(_ field: ListingField) -> Bool { fixture.model.form?.isChanged(field) ?? false }

    @Test(arguments: [
        (ListingField.name, "책상"), (.price, "20000"), (.currency, "USD"), (.discount, ""), (.stock, "0"),
        (.contact, ""), (.description, ""),
    ])
    func changedFieldIsKnownAndChangedBackIsNot(_ field: ListingField, _ text: String) async throws {
        try await fixture.open()
        let before = try #require(fixture.model.form?.typed[field])
        fixture.model.type(text, into: field)
        #expect(ListingField.allCases.filter { isChanged($0) } == [field])
        #expect(fixture.model.hasUnsavedChanges)
        fixture.model.type(before, into: field)
        #expect(!fixture.model.hasUnsavedChanges)
    }

    @Test func sameAmountInOtherDigitsIsNoChange() async throws {
        try await fixture.open()
        fixture.model.type("10,000.0", into: .price)
        fixture.model.type(" 1,000", into: .discount)
        #expect(!fixture.model.hasUnsavedChanges)
    }

    @Test func imagesAreAddedRemovedAndMoved() async throws {
        try await fixture.open()
        let first = try #require(fixture.model.form?.images[0].id)
        fixture.model.moveImage(first, to: 2)
        #expect(fixture.images == [2, 3, 1])
        #expect(isChanged(.images))
        fixture.model.moveImage(first, to: 0)
        #expect(!isChanged(.images))
        fixture.model.addImages([1, 2, 3].map(Samples.image))
        #expect(fixture.images == [1, 2, 3, 0, 0])
        #expect(fixture.model.leftOut == "사진은 5장까지 올릴 수 있어요. 1장은 추가하지 않았어요.")
        fixture.model.removeImage(first)
        #expect(fixture.images == [2, 3, 0, 0])
        #expect(fixture.model.leftOut == nil)
    }

    @Test func onlyWhatWasChangedIsChecked() async throws {
        let old = Samples.product(9, name: String(repeating: "가", count: 250), images: [1])
        try await fixture.open(old)
        fixture.model.leave(.name)
        #expect(fixture.model.problem(beside: .name) == nil)
        #expect(fixture.model.room(of: .name) == "250 / 200")
        fixture.model.type(String(repeating: "가", count: 249), into: .name)
        #expect(fixture.model.problem(beside: .name) == "상품 이름은 200자까지 쓸 수 있어요.")
        fixture.model.type("의자", into: .name)
        #expect(fixture.model.problem(beside: .name) == nil)
    }

    @Test func changesThatCanNotBeAreSaidAndNotSent() async throws {
        try await fixture.open()
        fixture.model.type("", into: .price)
        for image in fixture.model.form?.images ?? [] { fixture.model.removeImage(image.id) }
        await fixture.model.save()
        #expect(fixture.step == .writing(.incomplete))
        #expect(fixture.model.problem(beside: .price) == "가격을 입력해 주세요.")
        #expect(fixture.model.problem(beside: .images) == "사진을 한 장 이상 추가해 주세요.")
        fixture.model.type("500", into: .price)
        #expect(fixture.model.problem(beside: .discount) == "할인 금액은 가격보다 클 수 없어요.")
        #expect(fixture.calls.edits.requests.isEmpty)
    }

    @Test func productThatNeverHadAnImageNeedsNone() async throws {
        try await fixture.open(EditFixture.product(images: []))
        fixture.model.type("책상", into: .name)
        let saving = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(call.request.edit.keptImages == nil)
        call.response(EditFixture.product("책상", images: [], version: 2))
        await saving.value
        #expect(fixture.model.change == .edited(EditFixture.product("책상", images: [], version: 2)))
    }
}
