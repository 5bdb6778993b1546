import MarketClient
import MarketModels
import MarketViewModels

/// What the form shows and changes: a new listing or an edit.
@MainActor
protocol ListingFormContent: AnyObject {
    /// The fields in the order of the form, without the pictures, which come first.
    var fields: [ListingField] { get }
    /// Whether the fields can be changed now.
    var isWriting: Bool { get }
    /// The pictures in order; the first one represents the product in lists.
    var pictures: [FormPicture] { get }
    /// The message that pictures were left out, or nil.
    var leftOut: String? { get }
    /// Why the market couldn't use a picture; nil if it could, or wasn't asked yet.
    func problem(ofPicture id: FormPicture.ID) -> String?

    func text(of field: ListingField) -> String
    func setText(_ text: String, for field: ListingField)
    func endEditing(_ field: ListingField)
    func problem(for field: ListingField) -> String?
    func characterCount(of field: ListingField) -> String?
    /// Whether a value is the user's own. The values that a product has already are shown in a quieter color.
    func isOwnValue(_ field: ListingField) -> Bool

    func addImages(_ uploads: [ImageUpload])
    func removePicture(_ id: FormPicture.ID)
    /// Replaces a picture at its place, and returns the identity of the new one; nil if nothing was replaced.
    func replacePicture(_ id: FormPicture.ID, with upload: ImageUpload) -> FormPicture.ID?
    func movePicture(_ id: FormPicture.ID, to place: Int)
}

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

extension EditModel: ListingFormContent {
    // The seller's name and the password belong to the seller and stay as they are.
    var fields: [ListingField] {
        ListingField.allCases.filter { ![.images, .seller, .password].contains($0) }
    }

    var isWriting: Bool {
        if case .editing(_, .writing) = state { true } else { false }
    }

    var pictures: [FormPicture] { form?.images.map { FormPicture($0) } ?? [] }

    func problem(ofPicture id: FormPicture.ID) -> String? { problem(ofImage: id) }

    func text(of field: ListingField) -> String { form?.typed[field] ?? "" }
    func isOwnValue(_ field: ListingField) -> Bool { form?.isChanged(field) ?? false }

    func removePicture(_ id: FormPicture.ID) { removeImage(id) }
    func replacePicture(_ id: FormPicture.ID, with upload: ImageUpload) -> FormPicture.ID? {
        replaceImage(id, with: upload)
    }

    func movePicture(_ id: FormPicture.ID, to place: Int) { moveImage(id, to: place) }
}
