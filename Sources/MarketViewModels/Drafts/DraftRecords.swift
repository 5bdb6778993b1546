import Foundation
import MarketAPI
import MarketModels

/// An unfinished new listing, as it is stored on the device. The images are files of their own.
struct ListingDraftRecord: Codable {
    let typed: TypedListingRecord
    let images: [UUID]
    let key: UUID?
    let savedAt: Int64
}

/// An unfinished edit, as it is stored on the device. The added images are files of their own.
struct EditDraftRecord: Codable {
    enum Image: Codable {
        case kept(ListedImage)
        case added(UUID)
    }

    let base: DetailedProduct
    let entityTag: String?
    let contact: String?
    let typed: TypedListingRecord
    let images: [Image]
    let savedAt: Int64
}

/// The contents of a form, as they are stored on the device.
struct TypedListingRecord: Codable {
    /// The texts of all fields by name, except the password.
    let texts: [String: String]

    init(_ typed: TypedListing) {
        let fields = ListingField.allCases.filter { ![.images, .password].contains($0) }
        texts = Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, typed[$0]) })
    }

    var typed: TypedListing {
        ListingField.allCases.reduce(into: TypedListing()) { typed, field in
            if let text = texts[field.rawValue] { typed[field] = text }
        }
    }
}
