import MarketClient
import MarketModels
import MarketViewModels

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
