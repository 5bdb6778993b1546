import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditSavingTests {
    private let world = EditWorld()

    @Test func onlyChangesAreSentWithWhatTheyWereMadeFrom() async throws {
        try await world.open(EditWorld.product(version: 4))
        world.model.type("8,000", into: .price)
        world.model.type("", into: .discount)
        world.model.type("", into: .contact)
        let saving = world.save()
        let call = try await world.calls.edits.next()
        #expect(call.request.secret == "비밀")
        #expect(
            call.request.edit
                == ListingEdit(
                    patch: ProductPatch(price: DecimalAmount(8000), discount: .zero, contact: ""),
                    version: 4
                )
        )
        let saved = Samples.product(9, name: "의자", pricing: Samples.pricing(8000), version: 5)
        call.answer(saved)
        await saving.value
        #expect(world.model.state == .saved(saved))
        #expect(!world.model.hasUnsavedChanges)
    }

    @Test func savingWithoutChangesSendsNothing() async throws {
        try await world.open()
        await world.model.save()
        #expect(world.model.state == .saved(EditWorld.product()))
        #expect(world.calls.edits.requests.isEmpty)
    }

    @Test func tappingTwiceSavesOnceAndNothingIsChangedMeanwhile() async throws {
        try await world.open()
        world.model.type("책상", into: .name)
        let saving = [world.save(), world.save()]
        let call = try await world.calls.edits.next()
        world.model.type("침대", into: .name)
        #expect(world.model.form?.typed.name == "책상")
        call.answer(EditWorld.product("책상", version: 2))
        for task in saving { await task.value }
        #expect(world.calls.edits.requests.count == 1)
    }

    @Test func progressIsShown() async throws {
        try await world.open()
        world.model.type("책상", into: .name)
        let saving = world.save()
        let call = try await world.calls.edits.next()
        #expect(world.step == .saving(0))
        call.request.progress(TransferProgress(sent: 1, total: 2))
        try await until("half is sent") { world.step == .saving(0.5) }
        call.fail(Samples.offline)
        await saving.value
    }

    @Test func failureKeepsTheChanges() async throws {
        try await world.open()
        world.model.type("책상", into: .name)
        let saving = world.save()
        try await world.calls.edits.next()
            .fail(
                Samples.refusal(
                    400,
                    .invalidFields,
                    reason: "이상해요.",
                    fields: [ErrorAnswer.Field(name: "name", reason: "이상해요.")]
                )
            )
        await saving.value
        #expect(world.model.form?.typed.name == "책상")
        #expect(world.model.problem(beside: .name) == "이상해요.")
        #expect(world.model.trouble == "이상해요.")
        #expect(world.model.hasUnsavedChanges)
    }

    @Test func cancellingKeepsTheChanges() async throws {
        try await world.open()
        world.model.type("책상", into: .name)
        let saving = world.save()
        _ = try await world.calls.edits.next()
        world.model.cancel()
        await saving.value
        #expect(world.step == .writing(nil))
        #expect(world.model.form?.typed.name == "책상")
    }

    @Test func productThatIsGoneMeanwhileIsSaid() async throws {
        try await world.open()
        world.model.type("책상", into: .name)
        let saving = world.save()
        try await world.calls.edits.next().fail(Samples.gone)
        await saving.value
        #expect(world.model.state == .gone)
    }

    // MARK: Pictures

    @Test func keptAndAddedPicturesAreOneEditWhereTheAddedAreBehind() async throws {
        try await world.open()
        world.model.removePicture(.kept(1))
        world.model.movePicture(.kept(3), to: 0)
        world.model.addPictures([Samples.picture(7)])
        let saving = world.save()
        let call = try await world.calls.edits.next()
        #expect(
            call.request.edit
                == ListingEdit(keptPictures: EditWorld.ids([3, 2]), newPictures: [Samples.picture(7)], version: 1)
        )
        call.answer(EditWorld.product(images: [3, 2, 4], version: 2))
        await saving.value
        #expect(world.model.state == .saved(EditWorld.product(images: [3, 2, 4], version: 2)))
    }

    @Test func mixedOrderIsSavedAsASecondEditOfTheOrderAlone() async throws {
        try await world.open()
        world.model.addPictures([7, 8].map(Samples.picture))
        let added = try #require(world.model.form?.pictures.suffix(2).map(\.id))
        world.model.movePicture(added[1], to: 0)
        world.model.movePicture(added[0], to: 2)
        world.model.type("책상", into: .name)
        #expect(world.pictures == [0, 1, 0, 2, 3])
        let saving = world.save()
        let first = try await world.calls.edits.next()
        #expect(
            first.request.edit
                == ListingEdit(
                    patch: ProductPatch(name: "책상"),
                    keptPictures: EditWorld.ids([1, 2, 3]),
                    newPictures: [8, 7].map(Samples.picture),
                    version: 1
                )
        )
        first.answer(EditWorld.product("책상", images: [1, 2, 3, 18, 17], version: 2))
        let second = try await world.calls.edits.next()
        #expect(
            second.request.edit == ListingEdit(keptPictures: EditWorld.ids([18, 1, 17, 2, 3]), version: 2)
        )
        let saved = EditWorld.product("책상", images: [18, 1, 17, 2, 3], version: 3)
        second.answer(saved)
        await saving.value
        #expect(world.model.state == .saved(saved))
        #expect(world.calls.edits.requests.count == 2)
    }

    @Test func failedSecondEditLeavesOnlyTheOrderInTheForm() async throws {
        try await world.open()
        world.model.addPictures([Samples.picture(7)])
        let added = try #require(world.model.form?.pictures.last?.id)
        world.model.movePicture(added, to: 0)
        world.model.type("책상", into: .name)
        let saving = world.save()
        try await world.calls.edits.next().answer(EditWorld.product("책상", images: [1, 2, 3, 17], version: 2))
        try await world.calls.edits.next().fail(Samples.offline)
        await saving.value
        #expect(world.step == .writing(.failed(Samples.offline)))
        #expect(ListingField.allCases.filter { world.model.form?.isChanged($0) == true } == [.pictures])
        #expect(world.pictures == [17, 1, 2, 3])
        let again = world.save()
        let call = try await world.calls.edits.next()
        #expect(call.request.edit == ListingEdit(keptPictures: EditWorld.ids([17, 1, 2, 3]), version: 2))
        let saved = EditWorld.product("책상", images: [17, 1, 2, 3], version: 3)
        call.answer(saved)
        await again.value
        #expect(world.model.state == .saved(saved))
    }
}
