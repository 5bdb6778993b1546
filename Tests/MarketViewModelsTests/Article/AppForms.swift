import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

// User actions in forms, as the calls that an app makes.

// ARTICLE: listing
@MainActor
func listChair(with form: ListingFormModel, photos: [ImageUpload]) async -> ProductChange? {
    form.addImages(photos)
    form.type("Oak chair", into: .name)
    form.type("35,000", into: .price)
    form.type("5,000", into: .discount)
    form.type("sesame", into: .password)
    form.leave(.password)
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
        let fields = ListingField.allCases.compactMap { form.problem(beside: $0) }
        return [form.failure, form.leftOut].compactMap(\.self) + fields
    case .sending(let fraction):
        return [AppTexts(language: language).sent(fraction)]
    case .listed(let product, _):
        return [product.listing.name] + [form.failure].compactMap(\.self)
    }
}
// END

// ARTICLE: edit
@MainActor
func makeCheaper(with edit: EditModel, password: String) async -> ProductChange? {
    await edit.check(password)
    edit.type("30,000", into: .price)
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
        return [WebTexts(language: language)[.editQuestionAdvice]]
    case .checking:
        return [app[.checking]]
    case .editing(_, .saving(let fraction)):
        return [app.sent(fraction)]
    case .editing(_, .lookingAgain):
        return [app[.lookingAgain]]
    case .editing(_, .conflict(let conflict)):
        // `edit.save()` does nothing here: somebody has to choose, by `edit.keepMine()` or `edit.takeTheirs()`.
        let differences = conflict.differences.map { "\($0.mine) / \($0.theirs)" }
        return [edit.failure].compactMap(\.self) + differences + [app[.keepMine], app[.takeTheirs]]
    case .editing(let form, .writing):
        let fields = ListingField.allCases.map { field in
            // What was changed in this edit stands out, so that every intended change can be seen.
            form.isChanged(field) ? "* \(form.typed[field])" : form.typed[field]
        }
        return [edit.failure].compactMap(\.self) + fields
    case .refused, .gone, .saved:
        return [edit.failure].compactMap(\.self)
    }
}
// END

// ARTICLE: delete
@MainActor
func delete(with deletion: DeletionModel, password: String) async -> String {
    await deletion.delete(with: password)
    let sentence = deletion.sentence
    // An app does this when somebody taps OK below the sentence: then the list learns of it.
    deletion.acknowledge()
    return sentence
}
// END
