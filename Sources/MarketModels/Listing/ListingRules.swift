import Foundation

/// The rules for listings, with the bounds of API.md, “Limits”. Forms and API requests share them.
public enum ListingRules {
    /// The length of a name in Unicode scalars after composition (NFC), so that a syllable counts as one however it was
    /// typed.
    public static let nameLength = 1...200
    /// The length of a description, counted as for ``nameLength``.
    public static let descriptionLength = 0...10_000
    /// The length of a contact, counted as for ``nameLength``.
    public static let contactLength = 0...200
    /// The length of a vendor's name, counted as for ``nameLength``.
    public static let vendorNameLength = 1...100
    /// The length of a secret, in bytes of UTF-8.
    public static let secretByteCount = 1...128
    /// The minimum length of a password that a person chooses in one of our forms or commands, in characters after
    /// composition (NFC).
    public static let minimumPasswordLength = 8
    /// The maximum number of pieces in stock, 2^53−1.
    public static let maximumStock: Int64 = 9_007_199_254_740_991
    /// The number of images that the `training` and `openmarket` editions require.
    public static let imageCount = 1...maximumImageCount
    /// The maximum number of images of a product.
    public static let maximumImageCount = 5
    /// The number of images that the `items` edition requires.
    public static let optionalImageCount = 0...maximumImageCount

    /// A valid listing and its contact, which is stored separately.
    public struct Checked: Hashable, Sendable {
        /// The listing.
        public let listing: Listing
        /// The contact, or nil if none or an empty one was given.
        public let contact: String?
    }

    /// Checks a draft and reports all its problems at once.
    ///
    /// - Parameters:
    ///   - draft: The values to check.
    ///   - earlier: The problems found while reading the fields. They are reported too, and these fields and the ones
    ///     that depend on them are not checked.
    ///   - policy: What the market's settings say about listings. If that isn't known, as in apps, only the market checks the
    ///     currency.
    ///   - categories: The market's categories. Nil if they aren't known, as in apps; then only the market checks the
    ///     category.
    /// - Throws: All problems of the draft.
    public static func check(
        _ draft: ProductDraft,
        after earlier: [ListingProblem] = [],
        under policy: ListingPolicy = .ofAnyMarket,
        categories: CategoryTree? = nil
    ) throws(ListingProblems) -> Checked {
        var review = ListingReview(earlier)
        let name = review.text(draft.name, .name, length: nameLength)
        let description = review.text(draft.description, .description, length: descriptionLength)
        switch draft.currency {
        case nil: review.report(.currency, .missing)
        case let currency? where !policy.prices.currencies.contains(currency):
            review.report(.currency, .unknownCurrency)
        default: break
        }
        if draft.price == nil { review.report(.price, .missing) }
        let pricing = review.pricing(
            price: draft.price,
            reduction: draft.salePrice.map { .to($0) } ?? .by(draft.discount ?? .zero),
            currency: draft.currency,
            policy.prices
        )
        let stock = review.stock(draft.stock ?? .zero)
        let attributes = review.attributes(draft.attributes, of: .none, categories)
        let contact = draft.contact.map { review.text($0, .contact, length: contactLength) }
        if let problems = ListingProblems(review.problems) { throw problems }
        return Checked(
            listing: Listing(
                name: name,
                description: description,
                pricing: pricing,
                stock: stock,
                attributes: attributes
            ),
            contact: contact.flatMap { $0.isEmpty ? nil : $0 }
        )
    }

    /// Returns the contact of a patch that ``apply(_:to:after:under:categories:)`` has accepted, as it is stored: composed
    /// (NFC); nil if the patch removes it.
    public static func contact(from given: String) -> String? {
        var review = ListingReview([])
        let contact = review.text(given, .contact, length: contactLength)
        return contact.isEmpty ? nil : contact
    }

    /// Returns a category's name as it is stored, on one line and composed (NFC), or nil if it isn't 1 to 40 characters that
    /// can be seen.
    public static func categoryName(from given: String) -> String? {
        // As in `ListingReview`, a much longer text isn't composed.
        let maximum = ListingAttributes.maximumCategoryLength
        guard given.utf8.count <= maximum * 16 else { return nil }
        let name = given.precomposedStringWithCanonicalMapping.withoutControls(onOneLine: true).onOneLine
        return name.isVisible && name.unicodeScalars.count <= maximum ? name : nil
    }

    /// Applies a patch to a listing and checks the result as a whole: a price below the stored discount is rejected
    /// (API.md, “training”). Texts that the patch doesn't change are not checked again.
    ///
    /// A currency given without amounts keeps the digits: 10000 won become 10000 dollars.
    ///
    /// - Parameters:
    ///   - patch: The changes.
    ///   - listing: The listing to change.
    ///   - earlier: As in ``check(_:after:under:categories:)``.
    ///   - policy: As in ``check(_:after:under:categories:)``.
    ///   - categories: As in ``check(_:after:under:categories:)``.
    /// - Throws: All problems of the patch.
    public static func apply(
        _ patch: ProductPatch,
        to listing: Listing,
        after earlier: [ListingProblem] = [],
        under policy: ListingPolicy = .ofAnyMarket,
        categories: CategoryTree? = nil
    ) throws(ListingProblems) -> Listing {
        var review = ListingReview(earlier)
        let name = patch.name.map { review.text($0, .name, length: nameLength) } ?? listing.name
        let description =
            patch.description.map { review.text($0, .description, length: descriptionLength) } ?? listing.description
        let changesPricing =
            patch.price != nil || patch.discount != nil || patch.salePrice != nil || patch.currency != nil
        // A product can keep its currency even if the market no longer accepts it.
        if let currency = patch.currency, currency != listing.pricing.currency,
            !policy.prices.currencies.contains(currency)
        {
            review.report(.currency, .unknownCurrency)
        }
        let pricing =
            !changesPricing
            ? listing.pricing
            : review.pricing(
                price: review.unlessReported(.price, patch.price ?? DecimalAmount(listing.pricing.price)),
                reduction: reduction(by: patch, of: listing.pricing),
                currency: review.unlessReported(.currency, patch.currency ?? listing.pricing.currency),
                policy.prices
            )
        let stock = patch.stock.map { review.stock($0) } ?? listing.stock
        let attributes = review.attributes(patch.attributes, of: listing.attributes, categories)
        if let contact = patch.contact { _ = review.text(contact, .contact, length: contactLength) }
        if let problems = ListingProblems(review.problems) { throw problems }
        return Listing(name: name, description: description, pricing: pricing, stock: stock, attributes: attributes)
    }

    private static func reduction(by patch: ProductPatch, of pricing: Pricing) -> RequestedReduction {
        // A new price below the sale price ends the discount (API.md, “items”).
        let stored: RequestedReduction =
            patch.keepsSalePrice && pricing.isDiscounted
            ? .to(RequestedSalePrice(DecimalAmount(pricing.salePrice), isIgnoredIfInvalid: true))
            : .by(DecimalAmount(pricing.discount))
        if let salePrice = patch.salePrice { return .to(salePrice, otherwise: stored) }
        return patch.discount.map { .by($0) } ?? stored
    }

    /// Checks the secret of a new listing, as every app may send it.
    ///
    /// - Parameters:
    ///   - secret: The secret, or nil if none was given.
    ///   - earlier: As in ``check(_:after:under:categories:)``. A problem with the secret in it is returned.
    /// - Returns: The problem, or nil if the secret is valid.
    public static func check(secret: String?, after earlier: [ListingProblem] = []) -> ListingProblem? {
        if let problem = earlier.first(where: { $0.field == .password }) { return problem }
        guard let secret, !secret.isEmpty else { return ListingProblem(.password, .missing) }
        guard secret.utf8.count <= secretByteCount.upperBound else {
            return ListingProblem(.password, .tooLong(maximum: secretByteCount.upperBound))
        }
        return nil
    }

    /// Checks a password that a person chooses in one of our forms or commands, which ask for more than
    /// ``check(secret:after:)``: old apps send what their users have always typed, and passwords in use stay.
    ///
    /// - Parameter password: The password, or nil if none was given.
    /// - Returns: The problem, or nil if the password is valid.
    public static func check(newPassword password: String?) -> ListingProblem? {
        if let problem = check(secret: password) { return problem }
        let password = password?.precomposedStringWithCanonicalMapping ?? ""
        if CommonPasswords.contains(password) { return ListingProblem(.password, .tooCommon) }
        guard password.count >= minimumPasswordLength else {
            return ListingProblem(.password, .tooShort(minimum: minimumPasswordLength))
        }
        return nil
    }

    /// Checks a vendor's display name and returns it composed (NFC).
    ///
    /// A name must not deceive: it can't contain invisible characters, direction controls or line breaks, and can't
    /// imitate `Guest`.
    ///
    /// - Throws: The first problem with the name.
    public static func check(vendorName: String) throws(ListingProblem) -> String {
        var review = ListingReview([])
        // A much longer name is refused for its length.
        if vendorName.utf8.count <= vendorNameLength.upperBound * 16, vendorName.isDeceptive {
            review.report(.seller, .unreadableText)
        }
        let name = review.text(vendorName, .seller, length: vendorNameLength)
        if VendorName.folded(name) == VendorName.guest { review.report(.seller, .reserved) }
        if let problem = review.problems.first { throw problem }
        return name
    }
}
