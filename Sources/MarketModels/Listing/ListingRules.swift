import Foundation

/// What a listing must be like. The bounds of API.md, “Limits”, for forms as for programs.
public enum ListingRules {
    /// In Unicode scalars after composition (NFC): a syllable counts one, however it was typed.
    public static let nameLength = 1...200
    public static let descriptionLength = 0...10_000
    public static let contactLength = 0...200
    public static let vendorNameLength = 1...100
    /// In bytes of UTF-8.
    public static let secretByteCount = 1...128
    public static let maximumStock: Int64 = 9_007_199_254_740_991
    /// What the `training` and `openmarket` editions ask for.
    public static let pictureCount = 1...maximumPictureCount
    public static let maximumPictureCount = 5
    /// What the `items` edition asks for.
    public static let optionalPictureCount = 0...maximumPictureCount

    /// A listing and the contact that is kept apart from it.
    public struct Checked: Hashable, Sendable {
        public let listing: Listing
        /// Nil when none was given or an empty one.
        public let contact: String?
    }

    /// Checks a draft as a whole and reports everything that is wrong with it at once.
    ///
    /// - Parameters:
    ///   - earlier: what was wrong with fields while they were read. It is reported too, and nothing else is said about
    ///     these fields or about what hangs on them.
    ///   - prices: which prices this market takes.
    public static func check(
        _ draft: ProductDraft,
        after earlier: [ListingProblem] = [],
        prices: PricePolicy = .exact
    ) throws(ListingProblems) -> Checked {
        var review = ListingReview(earlier)
        let name = review.text(draft.name, .name, length: nameLength)
        let description = review.text(draft.description, .description, length: descriptionLength)
        switch draft.currency {
        case nil: review.report(.currency, .missing)
        case let currency? where !prices.currencies.contains(currency): review.report(.currency, .unknownCurrency)
        default: break
        }
        if draft.price == nil { review.report(.price, .missing) }
        let pricing = review.pricing(
            price: draft.price,
            reduction: draft.bargain.map { .to($0) } ?? .by(draft.discount ?? .zero),
            currency: draft.currency,
            prices
        )
        let stock = review.stock(draft.stock ?? .zero)
        let contact = draft.contact.map { review.text($0, .contact, length: contactLength) }
        if let problems = ListingProblems(review.problems) { throw problems }
        return Checked(
            listing: Listing(name: name, description: description, pricing: pricing, stock: stock),
            contact: contact.flatMap { $0.isEmpty ? nil : $0 }
        )
    }

    /// Applies a patch to a listing and checks the outcome as a whole: a price below the discount that is already
    /// stored is refused (API.md, “training”). Texts that the patch leaves alone are not checked again.
    ///
    /// A currency given without amounts keeps the digits: 10000 won become 10000 dollars.
    ///
    /// - Parameters: as in ``check(_:after:prices:)``.
    public static func apply(
        _ patch: ProductPatch,
        to listing: Listing,
        after earlier: [ListingProblem] = [],
        prices: PricePolicy = .exact
    ) throws(ListingProblems) -> Listing {
        var review = ListingReview(earlier)
        let name = patch.name.map { review.text($0, .name, length: nameLength) } ?? listing.name
        let description =
            patch.description.map { review.text($0, .description, length: descriptionLength) } ?? listing.description
        let changesPricing =
            patch.price != nil || patch.discount != nil || patch.bargain != nil || patch.currency != nil
        // What a product is in already, it stays in.
        if let currency = patch.currency, currency != listing.pricing.currency, !prices.currencies.contains(currency) {
            review.report(.currency, .unknownCurrency)
        }
        let pricing =
            !changesPricing
            ? listing.pricing
            : review.pricing(
                price: review.unlessReported(.price, patch.price ?? DecimalAmount(listing.pricing.price)),
                reduction: reduction(by: patch, of: listing.pricing),
                currency: review.unlessReported(.currency, patch.currency ?? listing.pricing.currency),
                prices
            )
        let stock = patch.stock.map { review.stock($0) } ?? listing.stock
        if let contact = patch.contact { _ = review.text(contact, .contact, length: contactLength) }
        if let problems = ListingProblems(review.problems) { throw problems }
        return Listing(name: name, description: description, pricing: pricing, stock: stock)
    }

    private static func reduction(by patch: ProductPatch, of pricing: Pricing) -> PriceReduction {
        // A price below what is paid ends the discount (API.md, “items”).
        let stored: PriceReduction =
            patch.keepsBargain && pricing.isDiscounted
            ? .to(BargainWish(DecimalAmount(pricing.bargain), isPassedOverIfUnusable: true))
            : .by(DecimalAmount(pricing.discount))
        if let bargain = patch.bargain { return .to(bargain, otherwise: stored) }
        return patch.discount.map { .by($0) } ?? stored
    }

    /// Checks the secret that a new listing is to have.
    ///
    /// - Parameter earlier: as in ``check(_:after:prices:)``; a problem with the secret among it is returned.
    public static func check(secret: String?, after earlier: [ListingProblem] = []) -> ListingProblem? {
        if let problem = earlier.first(where: { $0.field == .secret }) { return problem }
        guard let secret, !secret.isEmpty else { return ListingProblem(.secret, .missing) }
        guard secret.utf8.count <= secretByteCount.upperBound else {
            return ListingProblem(.secret, .tooLong(maximum: secretByteCount.upperBound))
        }
        return nil
    }

    /// Checks a vendor's display name and returns it composed (NFC). It must look like what it is: no character that
    /// can't be seen or that turns the direction of others, no line break, and no second `Guest`.
    public static func check(vendorName: String) throws(ListingProblem) -> String {
        var review = ListingReview([])
        let name = review.text(vendorName, .vendorName, length: vendorNameLength)
        if name.unicodeScalars.contains(where: \.isDeceptive) { review.report(.vendorName, .unreadableText) }
        if VendorName.folded(name) == VendorName.guest { review.report(.vendorName, .reserved) }
        if let problem = review.problems.first { throw problem }
        return name
    }
}
