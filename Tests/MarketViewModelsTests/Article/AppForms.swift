import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

// User actions in forms, as the calls that an app makes.

// ARTICLE: listing
@MainActor
func listChair(with form: ListingFormModel, images: [ImageUpload]) async -> ProductChange? {
    form.addImages(images)
    form.setText("Oak chair", for: .name)
    form.setText("35,000", for: .price)
    form.setText("5,000", for: .discount)
    form.setText("open sesame", for: .password)
    form.endEditing(.password)
    await form.submit()
    guard case .listed(let product, _) = form.state else { return nil }
    return .listed(product)
}
// END

// ARTICLE: listing-lines
@MainActor
func lines(of form: ListingFormModel, _ language: Language) -> [String] {
    switch form.state {
    case .writing:
        let fields = ListingField.allCases.compactMap { form.problem(for: $0) }
        return [form.failure, form.leftOut].compactMap(\.self) + fields
    case .sending(let fraction):
        return [AppTexts(language: language).progress(fraction)]
    case .listed(let product, _):
        return [product.listing.name] + [form.failure].compactMap(\.self)
    }
}
// END

// ARTICLE: edit
@MainActor
func makeCheaper(with edit: EditModel, password: String) async -> ProductChange? {
    await edit.check(password)
    edit.setText("30,000", for: .price)
    await edit.save()
    return edit.change
}
// END

// ARTICLE: edit-lines
@MainActor
func lines(of edit: EditModel, _ language: Language) -> [String] {
    let app = AppTexts(language: language)
    switch edit.state {
    case .awaitingPassword:
        return [edit.failure ?? InterfaceTexts(language: language)[.editQuestionAdvice]]
    case .checking:
        return [app[.checking]]
    case .editing(_, .saving(let fraction)):
        return [app.progress(fraction)]
    case .editing(_, .verifying):
        return [app[.verifying]]
    case .editing(_, .conflict(let conflict)):
        // `edit.save()` does nothing until the user has called `edit.keepMine()` or `edit.takeTheirs()`.
        let differences = conflict.differences.map { "\($0.mine) / \($0.theirs)" }
        return [edit.failure].compactMap(\.self) + differences + [app[.keepMine], app[.takeTheirs]]
    case .editing(let form, .writing):
        let fields = ListingField.allCases.map { field in
            // Highlight changed fields, so that the user sees what will be saved.
            form.isChanged(field) ? "* \(form.typed[field])" : form.typed[field]
        }
        return [edit.failure].compactMap(\.self) + fields
    case .gone, .saved:
        return [edit.failure].compactMap(\.self)
    }
}
// END

// ARTICLE: delete
@MainActor
func delete(with deletion: DeletionModel, password: String) async -> String {
    await deletion.delete(with: password)
    let sentence = deletion.sentence
    // An app calls this when the user confirms the message. It removes the product from the list.
    deletion.acknowledge()
    return sentence
}
// END

// ARTICLE: states
/// Reserves one of the user's own listings with one tap, and returns what to show about it.
@MainActor
func reserve(_ id: Product.ID, in mine: MyListingsModel, password: () async -> String?) async -> String? {
    await mine.load()
    guard case .loaded(let listings, _) = mine.state,
        let model = listings.first(where: { $0.id == id })?.model
    else { return nil }
    await model.perform(.reserve)
    // Asked for once: then a token is stored on the device.
    while case .awaitingPassword = model.step, let typed = await password() {
        await model.perform(with: typed)
    }
    return model.message
}
// END
