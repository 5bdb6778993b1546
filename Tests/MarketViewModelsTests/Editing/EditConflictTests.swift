import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditConflictTests {
    private let fixture = EditFixture()

    /// Another client changes the name and the images, while the name and the price are changed here.
    private func collide(_ theirs: DetailedProduct, contact: String? = "010") async throws {
        try await fixture.open()
        fixture.model.setText("내 이름", for: .name)
        fixture.model.setText("20000", for: .price)
        let saving = fixture.save()
        try await fixture.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await fixture.calls.sellerContacts.next().response(contact)
        await saving.value
    }

    private let theirs = EditFixture.product("남의 이름", images: [3, 1, 8], version: 2)

    @Test func whatBothHaveChangedIsShownAndNothingIsSaved() async throws {
        try await collide(theirs, contact: "011")
        let conflict = try #require(fixture.conflict)
        #expect(conflict.theirs == theirs)
        #expect(conflict.differences.map(\.field) == [.name])
        #expect(conflict.differences[0].mine == "내 이름")
        #expect(conflict.differences[0].theirs == "남의 이름")
        let form = try #require(fixture.model.form)
        #expect(form.typed.contact == "011", "what was left alone has the newer value")
        #expect(fixture.images == [3, 1, 8])
        #expect(form.typed.price == "20000", "what only was changed here stays")
        // The second tap on the button.
        await fixture.model.save()
        await fixture.model.save()
        #expect(fixture.calls.edits.requests.count == 1, "nothing is saved before it is chosen what stays")
        #expect(fixture.model.form?.hasChanges == true)
    }

    @Test func keepingMineGoesOnOnTopOfTheirs() async throws {
        try await collide(theirs, contact: "011")
        fixture.model.keepMine()
        let form = try #require(fixture.model.form)
        #expect(form.typed.name == "내 이름")
        #expect(form.typed.price == "20000")
        #expect(form.typed.contact == "011")
        #expect(fixture.images == [3, 1, 8])
        #expect(ListingField.allCases.filter { form.isChanged($0) } == [.name, .price])
        let saving = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(
            call.request.edit
                == ListingEdit(patch: ProductPatch(name: "내 이름", price: DecimalAmount(20_000)), version: 2)
        )
        call.response(EditFixture.product("내 이름", images: [3, 1, 8], version: 3))
        await saving.value
        #expect(fixture.model.change != nil)
    }

    @Test func takingTheirsGivesUpMine() async throws {
        try await collide(theirs)
        fixture.model.takeTheirs()
        #expect(fixture.model.form?.typed.name == "남의 이름")
        #expect(fixture.model.form?.typed.price == "10000")
        #expect(fixture.model.form?.hasChanges != true)
    }

    @Test func imagesOfBothAreKeptAndThoseThatAreGoneAreNot() async throws {
        try await fixture.open()
        fixture.model.moveImage(.kept(3), to: 0)
        fixture.model.addImages([Samples.image(7)])
        let saving = fixture.save()
        try await fixture.calls.edits.next()
            .fail(Samples.refusal(412, .versionConflict, current: EditFixture.product(images: [2, 3, 8], version: 2)))
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.conflict?.differences.map(\.mine) == ["사진 4장"])
        #expect(fixture.conflict?.differences.map(\.theirs) == ["사진 3장"])
        fixture.model.keepMine()
        #expect(fixture.images == [3, 2, 0, 8])
    }

    @Test func conflictWithoutTheProductReadsItAnew() async throws {
        let saving = try await fixture.openAndSave("내 이름")
        try await fixture.calls.edits.next().fail(Samples.refusal(412, .versionConflict))
        try await fixture.calls.checks.next().response(theirs)
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.conflict?.theirs == theirs)
    }

    @Test func whatTheyHaveSavedIsWhatIWanted() async throws {
        let saving = try await fixture.openAndSave("같은 이름")
        let same = EditFixture.product("같은 이름", version: 2)
        try await fixture.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: same))
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.model.state == .saved(same))
    }

    @Test func whatOthersHaveChangedElsewhereIsNoQuestion() async throws {
        let saving = try await fixture.openAndSave("20000", for: .price)
        let first = try await fixture.calls.edits.next()
        first.fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await fixture.calls.sellerContacts.next().response("011")
        let second = try await fixture.calls.edits.next()
        #expect(second.request.edit == ListingEdit(patch: ProductPatch(price: DecimalAmount(20_000)), version: 2))
        let saved = EditFixture.product("남의 이름", images: [3, 1, 8], version: 3)
        second.response(saved)
        await saving.value
        #expect(fixture.model.state == .saved(saved))
    }

    @Test func theSameVersionAgainIsNoReasonToSendItForEver() async throws {
        let saving = try await fixture.openAndSave("20000", for: .price)
        let refusal = Samples.refusal(412, .versionConflict, current: EditFixture.product(version: 1))
        try await fixture.calls.edits.next().fail(refusal)
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.step == .writing(.failed(refusal)))
        #expect(fixture.calls.edits.requests.count == 1)
    }

    @Test func eachFieldCanBeChosenByItself() async throws {
        try await fixture.open()
        fixture.model.setText("내 이름", for: .name)
        fixture.model.setText("내 설명", for: .description)
        let saving = fixture.save()
        let theirs = Samples.product(
            9,
            name: "남의 이름",
            description: "남의 설명",
            pricing: Samples.pricing(10_000, off: 1000),
            stock: 5,
            images: [1, 2, 3],
            version: 2
        )
        try await fixture.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.conflict?.differences.map(\.field) == [.name, .description])
        fixture.model.takeTheirs(in: .price)
        fixture.model.takeTheirs(in: .name)
        #expect(fixture.conflict?.differences.map(\.field) == [.description])
        await fixture.model.save()
        #expect(fixture.calls.edits.requests.count == 1)
        fixture.model.keepMine(in: .description)
        #expect(fixture.step == .writing(nil))
        let again = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(call.request.edit == ListingEdit(patch: ProductPatch(description: "내 설명"), version: 2))
        call.fail(.cancelled)
        await again.value
    }

    @Test(arguments: [ListingField.price, .currency, .discount], [true, false])
    func priceAndCurrencyAreChosenTogether(by field: ListingField, isMine: Bool) async throws {
        try await haveTheirPriceInDollars()
        if isMine { fixture.model.keepMine(in: field) } else { fixture.model.takeTheirs(in: field) }
        #expect(fixture.step == .writing(nil))
        let form = try #require(fixture.model.form)
        #expect(form.typed.currency == (isMine ? .krw : .usd))
        #expect([ListingField.price, .currency, .discount].allSatisfy { form.isChanged($0) == isMine })
    }

    /// Another client has asked for dollars meanwhile.
    private func haveTheirPriceInDollars() async throws {
        let saving = try await fixture.openAndSave("20000", for: .price)
        let theirs = Samples.product(
            9,
            name: "의자",
            description: "설명",
            pricing: Samples.pricing(1000, off: 100, .usd),
            stock: 5,
            images: [1, 2, 3],
            version: 2
        )
        try await fixture.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.conflict?.differences.map(\.field) == [.price, .currency, .discount])
        #expect(fixture.conflict?.differences.map(\.mine) == ["20000", "KRW", "1000"])
    }

    @Test func myPriceIsNotSavedInTheirCurrency() async throws {
        try await haveTheirPriceInDollars()
        fixture.model.keepMine()
        let again = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(call.request.edit.patch.currency == .krw)
        #expect(call.request.edit.patch.price == DecimalAmount(20_000))
        #expect(call.request.edit.patch.discount == DecimalAmount(1000))
        call.fail(.cancelled)
        await again.value
    }

    @Test func contactThatCannotBeReadIsNoConflict() async throws {
        let saving = try await fixture.openAndSave("011", for: .contact)
        try await fixture.calls.edits.next()
            .fail(Samples.refusal(412, .versionConflict, current: EditFixture.product("남의 이름", version: 2)))
        try await fixture.calls.sellerContacts.next().fail(Samples.offline)
        let call = try await fixture.calls.edits.next()
        #expect(call.request.edit == ListingEdit(patch: ProductPatch(contact: "011"), version: 2))
        call.fail(.cancelled)
        await saving.value
    }

    // MARK: No response

    private func loseAnswer() async throws -> Task<Void, Never> {
        try await fixture.open()
        fixture.model.setText("책상", for: .name)
        fixture.model.setText("011", for: .contact)
        let saving = fixture.save()
        try await fixture.calls.edits.next().fail(Samples.lost)
        return saving
    }

    @Test func editThatArrivedAlthoughNoAnswerCameIsSaved() async throws {
        let saving = try await loseAnswer()
        let call = try await fixture.calls.checks.next()
        #expect(fixture.step == .verifying)
        call.response(EditFixture.product("책상", version: 2))
        try await fixture.calls.sellerContacts.next().response("011")
        await saving.value
        #expect(fixture.model.state == .saved(EditFixture.product("책상", version: 2)))
        #expect(fixture.calls.edits.requests.count == 1)
    }

    /// Others are told that it is gone, so it isn't asked as they ask.
    @Test func editOfAHiddenListingThatArrivedIsSaved() async throws {
        let saving = try await loseAnswer()
        let call = try await fixture.calls.checks.next()
        #expect(call.request == "비밀")
        let hidden = EditFixture.product("책상", version: 2, state: .hidden)
        call.response(hidden)
        let contact = try await fixture.calls.sellerContacts.next()
        #expect(contact.request == "비밀")
        contact.response("011")
        await saving.value
        #expect(fixture.model.state == .saved(hidden))
        #expect(fixture.model.approvalNote != nil)
        #expect(fixture.calls.details.requests.isEmpty && fixture.calls.contacts.requests.isEmpty)
    }

    @Test func editThatDidNotArriveCanBeSavedAgain() async throws {
        let saving = try await loseAnswer()
        try await fixture.calls.checks.next().response(EditFixture.product())
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.step == .writing(.failed(.unreachable(.connectionLost(detail: "")))))
        #expect(fixture.model.form?.typed.name == "책상")
    }

    @Test func somethingElseThatArrivedMeanwhileIsAConflict() async throws {
        let saving = try await loseAnswer()
        try await fixture.calls.checks.next().response(theirs)
        try await fixture.calls.sellerContacts.next().response("010")
        await saving.value
        #expect(fixture.conflict?.theirs == theirs)
    }

    @Test func sameNameButAnotherContactIsAConflict() async throws {
        let saving = try await loseAnswer()
        try await fixture.calls.checks.next().response(EditFixture.product("책상", version: 2))
        try await fixture.calls.sellerContacts.next().response("012")
        await saving.value
        #expect(fixture.conflict?.differences.map(\.field) == [.contact])
    }

    @Test func productThatCanNotBeReadLeavesItOpen() async throws {
        let saving = try await loseAnswer()
        try await fixture.calls.checks.next().fail(Samples.offline)
        await saving.value
        #expect(fixture.step == .writing(.failed(Samples.lost)))
        #expect(fixture.model.failure?.contains("이미 저장됐을 수도 있어요") == true)
    }

    @Test func productThatIsGoneWhenItIsReadIsSaid() async throws {
        let saving = try await loseAnswer()
        try await fixture.calls.checks.next().fail(Samples.gone)
        await saving.value
        #expect(fixture.model.state == .gone)
    }

    @Test func cancellingTheVerificationLeavesTheOutcomeUnknown() async throws {
        let saving = try await loseAnswer()
        _ = try await fixture.calls.checks.next()
        fixture.model.cancel()
        await saving.value
        #expect(fixture.step == .writing(.failed(Samples.lost)))
    }

    @Test func addedImagesThatArrivedAreNotSentAgain() async throws {
        try await fixture.open()
        fixture.model.addImages([Samples.image(7)])
        let added = try #require(fixture.model.form?.images.last?.id)
        fixture.model.moveImage(added, to: 1)
        let saving = fixture.save()
        try await fixture.calls.edits.next().fail(Samples.lost)
        try await fixture.calls.checks.next().response(EditFixture.product(images: [1, 2, 3, 17], version: 2))
        try await fixture.calls.sellerContacts.next().response("010")
        let order = try await fixture.calls.edits.next()
        #expect(order.request.edit == ListingEdit(keptImages: EditFixture.ids([1, 17, 2, 3]), version: 2))
        order.response(EditFixture.product(images: [1, 17, 2, 3], version: 3))
        await saving.value
        #expect(fixture.model.state == .saved(EditFixture.product(images: [1, 17, 2, 3], version: 3)))
    }
}
