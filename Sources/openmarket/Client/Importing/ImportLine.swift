import Foundation
import MarketClient
import MarketModels
import MarketTexts

/// A record that was found good: it can be sent.
struct ImportLine: Sendable {
    let line: Int
    let draft: ProductDraft
    let pictures: [URL]
    /// Nil where the one for all products counts.
    let password: String?
    /// The same for the same product in the same file, whenever the file is read; of equal lines each has its own.
    let identity: String

    var listing: NewListing {
        NewListing(draft: draft, pictures: pictures.map { .file($0) }, secret: password ?? "")
    }
}
