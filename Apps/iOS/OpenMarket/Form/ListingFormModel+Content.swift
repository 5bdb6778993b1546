import MarketClient
import MarketModels
import MarketViewModels

extension ListingFormModel: ListingFormContent {
    var fields: [ListingField] {
        ListingField.allCases.filter { $0 != .images }
    }

    var isWriting: Bool {
        if case .writing = state { true } else { false }
    }

    var pictures: [FormPicture] { images.map { FormPicture($0) } }

    // Everything in a new listing is the user's own.
    func isOwnValue(_ field: ListingField) -> Bool { true }

    func problem(ofPicture id: FormPicture.ID) -> String? {
        guard case .added(let added) = id else { return nil }
        return problem(ofImage: added)
    }

    func text(of field: ListingField) -> String { typed[field] }

    func removePicture(_ id: FormPicture.ID) {
        if case .added(let added) = id { removeImage(added) }
    }

    func replacePicture(_ id: FormPicture.ID, with upload: ImageUpload) -> FormPicture.ID? {
        guard case .added(let added) = id else { return nil }
        return replaceImage(added, with: upload).map { .added($0) }
    }

    func movePicture(_ id: FormPicture.ID, to place: Int) {
        if case .added(let added) = id { moveImage(added, to: place) }
    }
}
