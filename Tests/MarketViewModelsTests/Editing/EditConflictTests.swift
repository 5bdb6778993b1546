import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditConflictTests {
    private let world = EditWorld()

    /// Somebody else has changed the name and the pictures, while the name and the price are changed here.
    private func collide(_ theirs: DetailedProduct, contact: String? = "010") async throws {
        try await world.open()
        world.model.type("내 이름", into: .name)
        world.model.type("20000", into: .price)
        let saving = world.save()
        try await world.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await world.calls.contacts.next().answer(contact)
        await saving.value
    }

    private let theirs = EditWorld.product("남의 이름", images: [3, 1, 8], version: 2)

    @Test func whatBothHaveChangedIsShownAndNothingIsSaved() async throws {
        try await collide(theirs, contact: "011")
        let conflict = try #require(world.conflict)
        #expect(conflict.theirs == theirs)
        #expect(conflict.differences.map(\.field) == [.name])
        #expect(conflict.differences[0].mine == "내 이름")
        #expect(conflict.differences[0].theirs == "남의 이름")
        let form = try #require(world.model.form)
        #expect(form.typed.contact == "011", "what was left alone has the newer value")
        #expect(world.pictures == [3, 1, 8])
        #expect(form.typed.price == "20000", "what only was changed here stays")
        // The second tap that people make by themselves.
        await world.model.save()
        await world.model.save()
        #expect(world.calls.edits.requests.count == 1, "nothing is saved before it is chosen what stays")
        #expect(world.model.hasUnsavedChanges)
    }

    @Test func keepingMineGoesOnOnTopOfTheirs() async throws {
        try await collide(theirs, contact: "011")
        world.model.keepMine()
        let form = try #require(world.model.form)
        #expect(form.typed.name == "내 이름")
        #expect(form.typed.price == "20000")
        #expect(form.typed.contact == "011")
        #expect(world.pictures == [3, 1, 8])
        #expect(ListingField.allCases.filter { form.isChanged($0) } == [.name, .price])
        let saving = world.save()
        let call = try await world.calls.edits.next()
        #expect(
            call.request.edit
                == ListingEdit(patch: ProductPatch(name: "내 이름", price: DecimalAmount(20_000)), version: 2)
        )
        call.answer(EditWorld.product("내 이름", images: [3, 1, 8], version: 3))
        await saving.value
        #expect(world.model.change != nil)
    }

    @Test func takingTheirsGivesUpMine() async throws {
        try await collide(theirs)
        world.model.takeTheirs()
        #expect(world.model.form?.typed.name == "남의 이름")
        #expect(world.model.form?.typed.price == "10000")
        #expect(!world.model.hasUnsavedChanges)
    }

    @Test func picturesOfBothAreKeptAndThoseThatAreGoneAreNot() async throws {
        try await world.open()
        world.model.movePicture(.kept(3), to: 0)
        world.model.addPictures([Samples.picture(7)])
        let saving = world.save()
        try await world.calls.edits.next()
            .fail(Samples.refusal(412, .versionConflict, current: EditWorld.product(images: [2, 3, 8], version: 2)))
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.conflict?.differences.map(\.mine) == ["사진 4장"])
        #expect(world.conflict?.differences.map(\.theirs) == ["사진 3장"])
        world.model.keepMine()
        #expect(world.pictures == [3, 2, 0, 8])
    }

    @Test func conflictWithoutTheProductReadsItAnew() async throws {
        try await world.open()
        world.model.type("내 이름", into: .name)
        let saving = world.save()
        try await world.calls.edits.next().fail(Samples.refusal(412, .versionConflict))
        try await world.calls.details.next().answer(theirs)
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.conflict?.theirs == theirs)
    }

    @Test func whatTheyHaveSavedIsWhatIWanted() async throws {
        try await world.open()
        world.model.type("같은 이름", into: .name)
        let saving = world.save()
        let same = EditWorld.product("같은 이름", version: 2)
        try await world.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: same))
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.model.state == .saved(same))
    }

    @Test func whatOthersHaveChangedElsewhereIsNoQuestion() async throws {
        try await world.open()
        world.model.type("20000", into: .price)
        let saving = world.save()
        let first = try await world.calls.edits.next()
        first.fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await world.calls.contacts.next().answer("011")
        let second = try await world.calls.edits.next()
        #expect(second.request.edit == ListingEdit(patch: ProductPatch(price: DecimalAmount(20_000)), version: 2))
        let saved = EditWorld.product("남의 이름", images: [3, 1, 8], version: 3)
        second.answer(saved)
        await saving.value
        #expect(world.model.state == .saved(saved))
    }

    @Test func theSameVersionAgainIsNoReasonToSendItForEver() async throws {
        try await world.open()
        world.model.type("20000", into: .price)
        let saving = world.save()
        let refusal = Samples.refusal(412, .versionConflict, current: EditWorld.product(version: 1))
        try await world.calls.edits.next().fail(refusal)
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.step == .writing(.failed(refusal)))
        #expect(world.calls.edits.requests.count == 1)
    }

    @Test func eachFieldCanBeChosenByItself() async throws {
        try await world.open()
        world.model.type("내 이름", into: .name)
        world.model.type("내 설명", into: .description)
        let saving = world.save()
        let theirs = Samples.product(
            9,
            name: "남의 이름",
            description: "남의 설명",
            pricing: Samples.pricing(10_000, off: 1000),
            stock: 5,
            images: [1, 2, 3],
            version: 2
        )
        try await world.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.conflict?.differences.map(\.field) == [.name, .description])
        world.model.takeTheirs(in: .price)
        world.model.takeTheirs(in: .name)
        #expect(world.conflict?.differences.map(\.field) == [.description])
        await world.model.save()
        #expect(world.calls.edits.requests.count == 1)
        world.model.keepMine(in: .description)
        #expect(world.step == .writing(nil))
        let again = world.save()
        let call = try await world.calls.edits.next()
        #expect(call.request.edit == ListingEdit(patch: ProductPatch(description: "내 설명"), version: 2))
        call.fail(.cancelled)
        await again.value
    }

    @Test func myPriceIsNotSavedInTheirCurrency() async throws {
        try await world.open()
        world.model.type("20000", into: .price)
        let saving = world.save()
        let theirs = Samples.product(
            9,
            name: "의자",
            description: "설명",
            pricing: Samples.pricing(1000, off: 100, .usd),
            stock: 5,
            images: [1, 2, 3],
            version: 2
        )
        try await world.calls.edits.next().fail(Samples.refusal(412, .versionConflict, current: theirs))
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.conflict?.differences.map(\.field) == [.price, .currency, .discount])
        #expect(world.conflict?.differences.map(\.mine) == ["20000", "KRW", "1000"])
        world.model.keepMine()
        let again = world.save()
        let call = try await world.calls.edits.next()
        #expect(call.request.edit.patch.currency == .krw)
        #expect(call.request.edit.patch.price == DecimalAmount(20_000))
        #expect(call.request.edit.patch.discount == DecimalAmount(1000))
        call.fail(.cancelled)
        await again.value
    }

    @Test func contactThatCannotBeReadIsNoConflict() async throws {
        try await world.open()
        world.model.type("011", into: .contact)
        let saving = world.save()
        try await world.calls.edits.next()
            .fail(Samples.refusal(412, .versionConflict, current: EditWorld.product("남의 이름", version: 2)))
        try await world.calls.contacts.next().fail(Samples.offline)
        let call = try await world.calls.edits.next()
        #expect(call.request.edit == ListingEdit(patch: ProductPatch(contact: "011"), version: 2))
        call.fail(.cancelled)
        await saving.value
    }

    // MARK: No answer

    private func loseAnswer() async throws -> Task<Void, Never> {
        try await world.open()
        world.model.type("책상", into: .name)
        world.model.type("011", into: .contact)
        let saving = world.save()
        try await world.calls.edits.next().fail(Samples.lost)
        return saving
    }

    @Test func editThatArrivedAlthoughNoAnswerCameIsSaved() async throws {
        let saving = try await loseAnswer()
        let call = try await world.calls.details.next()
        #expect(world.step == .lookingAgain)
        call.answer(EditWorld.product("책상", version: 2))
        try await world.calls.contacts.next().answer("011")
        await saving.value
        #expect(world.model.state == .saved(EditWorld.product("책상", version: 2)))
        #expect(world.calls.edits.requests.count == 1)
    }

    @Test func editThatDidNotArriveCanBeSavedAgain() async throws {
        let saving = try await loseAnswer()
        try await world.calls.details.next().answer(EditWorld.product())
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.step == .writing(.failed(.unreachable(.connectionLost(detail: "")))))
        #expect(world.model.form?.typed.name == "책상")
    }

    @Test func somethingElseThatArrivedMeanwhileIsAConflict() async throws {
        let saving = try await loseAnswer()
        try await world.calls.details.next().answer(theirs)
        try await world.calls.contacts.next().answer("010")
        await saving.value
        #expect(world.conflict?.theirs == theirs)
    }

    @Test func sameNameButAnotherContactIsAConflict() async throws {
        let saving = try await loseAnswer()
        try await world.calls.details.next().answer(EditWorld.product("책상", version: 2))
        try await world.calls.contacts.next().answer("012")
        await saving.value
        #expect(world.conflict?.differences.map(\.field) == [.contact])
    }

    @Test func productThatCanNotBeReadLeavesItOpen() async throws {
        let saving = try await loseAnswer()
        try await world.calls.details.next().fail(Samples.offline)
        await saving.value
        #expect(world.step == .writing(.failed(Samples.lost)))
        #expect(world.model.trouble?.contains("이미 저장됐을 수도 있어요") == true)
    }

    @Test func productThatIsGoneWhenItIsReadIsSaid() async throws {
        let saving = try await loseAnswer()
        try await world.calls.details.next().fail(Samples.gone)
        await saving.value
        #expect(world.model.state == .gone)
    }

    @Test func cancellingWhileLookingAgainLeavesItOpen() async throws {
        let saving = try await loseAnswer()
        _ = try await world.calls.details.next()
        world.model.cancel()
        await saving.value
        #expect(world.step == .writing(.failed(Samples.lost)))
    }

    @Test func addedPicturesThatArrivedAreNotSentAgain() async throws {
        try await world.open()
        world.model.addPictures([Samples.picture(7)])
        let added = try #require(world.model.form?.pictures.last?.id)
        world.model.movePicture(added, to: 1)
        let saving = world.save()
        try await world.calls.edits.next().fail(Samples.lost)
        try await world.calls.details.next().answer(EditWorld.product(images: [1, 2, 3, 17], version: 2))
        try await world.calls.contacts.next().answer("010")
        let order = try await world.calls.edits.next()
        #expect(order.request.edit == ListingEdit(keptPictures: EditWorld.ids([1, 17, 2, 3]), version: 2))
        order.answer(EditWorld.product(images: [1, 17, 2, 3], version: 3))
        await saving.value
        #expect(world.model.state == .saved(EditWorld.product(images: [1, 17, 2, 3], version: 3)))
    }
}
