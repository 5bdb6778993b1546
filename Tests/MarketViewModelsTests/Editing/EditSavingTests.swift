import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct EditSavingTests {
    private let fixture = EditFixture()

    @Test func onlyChangesAreSentWithWhatTheyWereMadeFrom() async throws {
        try await fixture.open(EditFixture.product(version: 4))
        fixture.model.setText("8,000", for: .price)
        fixture.model.setText("", for: .discount)
        fixture.model.setText("", for: .contact)
        let saving = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(call.request.secret == "비밀")
        #expect(
            call.request.edit
                == ListingEdit(
                    patch: ProductPatch(price: DecimalAmount(8000), discount: .zero, contact: ""),
                    version: 4
                )
        )
        let saved = Samples.product(9, name: "의자", pricing: Samples.pricing(8000), version: 5)
        call.response(saved)
        await saving.value
        #expect(fixture.model.state == .saved(saved))
        #expect(fixture.model.form?.hasChanges != true)
    }

    @Test func savingWithoutChangesSendsNothing() async throws {
        try await fixture.open()
        await fixture.model.save()
        #expect(fixture.model.state == .saved(EditFixture.product()))
        #expect(fixture.calls.edits.requests.isEmpty)
    }

    @Test func nothingIsSavedWithoutTheImagesThatAreStillBeingLoaded() async throws {
        try await fixture.open()
        fixture.model.setText("책상", for: .name)
        fixture.model.pendingImageCount = 1
        await fixture.model.save()
        #expect(fixture.step == .writing(nil))
        #expect(fixture.calls.edits.requests.isEmpty)
        fixture.model.addImages([Samples.image(7)])
        fixture.model.pendingImageCount = 0
        let saving = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(call.request.edit.newImages.count == 1)
        call.fail(Samples.offline)
        await saving.value
    }

    @Test(
        arguments: [
            (.open, .hidden, true), (.sold(at: Samples.moment), .hidden, true), (.open, .open, false),
            (.hidden, .hidden, false),
        ] as [(ListingState, ListingState, Bool)]
    )
    func editThatTheOperatorApprovesFirstSaysSo(
        _ before: ListingState,
        _ after: ListingState,
        _ waits: Bool
    ) async throws {
        try await fixture.open(Samples.product(9, name: "의자", state: before))
        fixture.model.setText("책상", for: .name)
        let saving = fixture.save()
        try await fixture.calls.edits.next().response(Samples.product(9, name: "책상", version: 2, state: after))
        await saving.value
        #expect((fixture.model.approvalNote == "운영자의 승인을 기다리고 있어요. 승인될 때까지는 나만 볼 수 있어요.") == waits)
        #expect((fixture.model.approvalNote == nil) != waits)
    }

    @Test func tappingTwiceSavesOnceAndNothingIsChangedMeanwhile() async throws {
        try await fixture.open()
        fixture.model.setText("책상", for: .name)
        let saving = [fixture.save(), fixture.save()]
        let call = try await fixture.calls.edits.next()
        fixture.model.setText("침대", for: .name)
        #expect(fixture.model.form?.typed.name == "책상")
        call.response(EditFixture.product("책상", version: 2))
        for task in saving { await task.value }
        #expect(fixture.calls.edits.requests.count == 1)
    }

    @Test func progressIsShown() async throws {
        let saving = try await fixture.openAndSave("책상")
        let call = try await fixture.calls.edits.next()
        #expect(fixture.step == .saving(0))
        call.request.progress(TransferProgress(completed: 1, total: 2))
        try await until("half is sent") { fixture.step == .saving(0.5) }
        call.fail(Samples.offline)
        await saving.value
    }

    @Test func failureKeepsTheChanges() async throws {
        let saving = try await fixture.openAndSave("책상")
        try await fixture.calls.edits.next()
            .fail(
                Samples.refusal(
                    400,
                    .invalidFields,
                    reason: "이상해요.",
                    fields: [ErrorResponse.Field(name: "name", reason: "이상해요.")]
                )
            )
        await saving.value
        #expect(fixture.model.form?.typed.name == "책상")
        #expect(fixture.model.problem(for: .name) == "이상해요.")
        #expect(fixture.model.failure == "이상해요.")
        #expect(fixture.model.form?.hasChanges == true)
    }

    @Test func cancellingKeepsTheChanges() async throws {
        let saving = try await fixture.openAndSave("책상")
        _ = try await fixture.calls.edits.next()
        fixture.model.cancel()
        await saving.value
        #expect(fixture.step == .writing(nil))
        #expect(fixture.model.form?.typed.name == "책상")
    }

    @Test func productThatIsGoneMeanwhileIsSaid() async throws {
        let saving = try await fixture.openAndSave("책상")
        try await fixture.calls.edits.next().fail(Samples.gone)
        await saving.value
        #expect(fixture.model.state == .gone)
    }

    // MARK: Images

    @Test func keptAndAddedImagesAreOneEditWhereTheAddedAreBehind() async throws {
        try await fixture.open()
        fixture.model.removeImage(.kept(1))
        fixture.model.moveImage(.kept(3), to: 0)
        fixture.model.addImages([Samples.image(7)])
        let saving = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(
            call.request.edit
                == ListingEdit(keptImages: EditFixture.ids([3, 2]), newImages: [Samples.image(7)], version: 1)
        )
        call.response(EditFixture.product(images: [3, 2, 4], version: 2))
        await saving.value
        #expect(fixture.model.state == .saved(EditFixture.product(images: [3, 2, 4], version: 2)))
    }

    /// The market counts the pictures that were sent, the user those in the form.
    @Test func imageThatCannotBeUsedIsCountedAmongThoseInTheForm() async throws {
        try await fixture.open()
        fixture.model.addImages([Samples.image(7)])
        let added = try #require(fixture.model.form?.images.last?.id)
        let saving = fixture.save()
        let field = ErrorResponse.Field(name: "images", reason: "1번째 사진이 손상됐어요.", index: 0)
        try await fixture.calls.edits.next().fail(Samples.refusal(400, .unusableImage, fields: [field]))
        await saving.value
        #expect(fixture.model.problem(ofImage: added) == "4번째 사진이 손상됐어요.")
        #expect(fixture.model.problem(for: .images) == "4번째 사진이 손상됐어요.")
        #expect(fixture.model.problem(ofImage: .kept(1)) == nil)
        fixture.model.removeImage(added)
        #expect(fixture.model.problem(ofImage: added) == nil)
    }

    @Test func mixedOrderIsSavedAsASecondEditOfTheOrderAlone() async throws {
        try await fixture.open()
        fixture.model.addImages([7, 8].map(Samples.image))
        let added = try #require(fixture.model.form?.images.suffix(2).map(\.id))
        fixture.model.moveImage(added[1], to: 0)
        fixture.model.moveImage(added[0], to: 2)
        fixture.model.setText("책상", for: .name)
        #expect(fixture.images == [0, 1, 0, 2, 3])
        let saving = fixture.save()
        let first = try await fixture.calls.edits.next()
        #expect(
            first.request.edit
                == ListingEdit(
                    patch: ProductPatch(name: "책상"),
                    keptImages: EditFixture.ids([1, 2, 3]),
                    newImages: [8, 7].map(Samples.image),
                    version: 1
                )
        )
        first.response(EditFixture.product("책상", images: [1, 2, 3, 18, 17], version: 2))
        let second = try await fixture.calls.edits.next()
        #expect(second.request.edit == ListingEdit(keptImages: EditFixture.ids([18, 1, 17, 2, 3]), version: 2))
        let saved = EditFixture.product("책상", images: [18, 1, 17, 2, 3], version: 3)
        second.response(saved)
        await saving.value
        #expect(fixture.model.state == .saved(saved))
        #expect(fixture.calls.edits.requests.count == 2)
    }

    @Test func failedSecondEditLeavesOnlyTheOrderInTheForm() async throws {
        try await fixture.open()
        fixture.model.addImages([Samples.image(7)])
        let added = try #require(fixture.model.form?.images.last?.id)
        fixture.model.moveImage(added, to: 0)
        fixture.model.setText("책상", for: .name)
        let saving = fixture.save()
        try await fixture.calls.edits.next().response(EditFixture.product("책상", images: [1, 2, 3, 17], version: 2))
        try await fixture.calls.edits.next().fail(Samples.offline)
        await saving.value
        #expect(fixture.step == .writing(.failed(Samples.offline)))
        #expect(ListingField.allCases.filter { fixture.model.form?.isChanged($0) == true } == [.images])
        #expect(fixture.images == [17, 1, 2, 3])
        let again = fixture.save()
        let call = try await fixture.calls.edits.next()
        #expect(call.request.edit == ListingEdit(keptImages: EditFixture.ids([17, 1, 2, 3]), version: 2))
        let saved = EditFixture.product("책상", images: [17, 1, 2, 3], version: 3)
        call.response(saved)
        await again.value
        #expect(fixture.model.state == .saved(saved))
    }

    @Test func savingThatWasCutOffInTheBackgroundIsRepeated() async throws {
        let saving = try await fixture.openAndSave("책상")
        let first = try await fixture.calls.edits.next()
        fixture.model.appDidEnterBackground()
        first.fail(Samples.lost)
        // Whether it was saved can't be found out without a connection.
        try await fixture.calls.checks.next().fail(Samples.offline)
        await saving.value
        #expect(fixture.step == .writing(.failed(Samples.lost)))
        let again = Task { await fixture.model.appWillEnterForeground() }
        let second = try await fixture.calls.edits.next()
        #expect(second.request.edit == first.request.edit)
        second.response(EditFixture.product("책상", version: 2))
        #expect(await again.value)
        #expect(fixture.model.state == .saved(EditFixture.product("책상", version: 2)))
    }

    @Test func savingThatIsCutOffAgainWhileItIsRepeatedIsRepeatedOnceMore() async throws {
        let saving = try await fixture.openAndSave("책상")
        let first = try await fixture.calls.edits.next()
        fixture.model.appDidEnterBackground()
        // The system tells of the lost connection only when the app runs again.
        #expect(await !fixture.model.appWillEnterForeground())
        first.fail(Samples.offline)
        let second = try await fixture.calls.edits.next()
        fixture.model.appDidEnterBackground()
        second.fail(Samples.offline)
        await saving.value
        let again = Task { await fixture.model.appWillEnterForeground() }
        let third = try await fixture.calls.edits.next()
        #expect(third.request.edit == first.request.edit)
        third.response(EditFixture.product("책상", version: 2))
        #expect(await again.value)
        #expect(fixture.model.state == .saved(EditFixture.product("책상", version: 2)))
    }

    @Test func savingThatFailedInTheForegroundIsLeftToTheUser() async throws {
        let saving = try await fixture.openAndSave("책상")
        try await fixture.calls.edits.next().fail(Samples.offline)
        await saving.value
        fixture.model.appDidEnterBackground()
        await fixture.model.appWillEnterForeground()
        #expect(fixture.calls.edits.requests.count == 1)
    }
}
