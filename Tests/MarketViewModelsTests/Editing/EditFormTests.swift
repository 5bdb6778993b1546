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
        fixture.model.setText(text, for: field)
        #expect(ListingField.allCases.filter { isChanged($0) } == [field])
        #expect(fixture.model.form?.hasChanges == true)
        fixture.model.setText(before, for: field)
        #expect(fixture.model.form?.hasChanges != true)
    }

    @Test func sameAmountInOtherDigitsIsNoChange() async throws {
        try await fixture.open()
        fixture.model.setText("10,000.0", for: .price)
        fixture.model.setText(" 1,000", for: .discount)
        #expect(fixture.model.form?.hasChanges != true)
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

    @Test func partOfAnImageIsUploadedInItsPlace() async throws {
        try await fixture.open()
        fixture.model.addImages([Samples.image(4)])
        let added = try #require(fixture.model.form?.images[3].id)
        let new = try #require(fixture.model.replaceImage(added, with: Samples.image(5)))
        #expect(fixture.model.form?.images[3].id == new)
        #expect(new != added)
        #expect(fixture.images == [1, 2, 3, 0])
        #expect(fixture.model.replaceImage(added, with: Samples.image(6)) == nil)
        #expect(fixture.model.form?.images.count == 4)
    }

    @Test func onlyWhatWasChangedIsChecked() async throws {
        let old = Samples.product(9, name: String(repeating: "가", count: 250), images: [1])
        try await fixture.open(old)
        fixture.model.endEditing(.name)
        #expect(fixture.model.problem(for: .name) == nil)
        #expect(fixture.model.characterCount(of: .name) == "250 / 200")
        fixture.model.setText(String(repeating: "가", count: 249), for: .name)
        #expect(fixture.model.problem(for: .name) == "상품 이름은 200자까지 쓸 수 있어요.")
        fixture.model.setText("의자", for: .name)
        #expect(fixture.model.problem(for: .name) == nil)
    }

    @Test func changesThatCanNotBeAreSaidAndNotSent() async throws {
        try await fixture.open()
        fixture.model.setText("", for: .price)
        for image in fixture.model.form?.images ?? [] { fixture.model.removeImage(image.id) }
        await fixture.model.save()
        #expect(fixture.step == .writing(.incomplete))
        #expect(fixture.model.problem(for: .price) == "가격을 입력해 주세요.")
        #expect(fixture.model.problem(for: .images) == "사진을 한 장 이상 추가해 주세요.")
        fixture.model.setText("500", for: .price)
        #expect(fixture.model.problem(for: .discount) == "할인 금액은 가격보다 클 수 없어요.")
        #expect(fixture.calls.edits.requests.isEmpty)
    }

    @Test func productThatNeverHadAnImageNeedsNone() async throws {
        try await fixture.open(EditFixture.product(images: []))
        fixture.model.setText("책상", for: .name)
        let saving = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(call.request.edit.keptImages == nil)
        call.response(EditFixture.product("책상", images: [], version: 2))
        await saving.value
        #expect(fixture.model.change == .edited(EditFixture.product("책상", images: [], version: 2)))
    }
}
