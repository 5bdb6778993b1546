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
    /// Whether a value is the user's own. The values that a product has already are shown in a quieter colour.
    func isOwnValue(_ field: ListingField) -> Bool

    func addImages(_ uploads: [ImageUpload])
    func removePicture(_ id: FormPicture.ID)
    /// Replaces a picture at its place, and returns the identity of the new one; nil if nothing was replaced.
    func replacePicture(_ id: FormPicture.ID, with upload: ImageUpload) -> FormPicture.ID?
    func movePicture(_ id: FormPicture.ID, to place: Int)
}
