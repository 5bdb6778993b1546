import MarketAPI
import MarketModels

extension TypedListing {
    init(_ product: DetailedProduct, contact: String?) {
        self.init(product.listing, seller: product.vendor.name, contact: contact)
    }

    /// Reads a number as ``amount(_:)``, but records an error as a problem.
    func amount(_ field: ListingField, noting problems: inout [ListingProblem]) -> DecimalAmount? {
        do {
            return try amount(field)
        } catch {
            problems.append(ListingProblem(field, error))
            return nil
        }
    }

    /// Returns the readable values of the listing, and all problems.
    func draft(imageCount: Int) -> (draft: ProductDraft, problems: [ListingProblem]) {
        var problems: [ListingProblem] = []
        let draft = ProductDraft(
            name: name,
            description: description,
            price: amount(.price, noting: &problems),
            currency: currency,
            discount: amount(.discount, noting: &problems),
            stock: amount(.stock, noting: &problems),
            contact: contact.isEmpty ? nil : contact,
            attributes: attributes
        )
        do {
            _ = try ListingRules.check(draft, after: problems)
        } catch {
            problems = error.all
        }
        if let problem = ListingRules.check(newPassword: password) { problems.append(problem) }
        // Without a name, the seller keeps the existing one or gets one from the server.
        if !seller.isEmpty {
            do { _ = try ListingRules.check(vendorName: seller) } catch { problems.append(error) }
        }
        if let problem = Self.imageProblem(imageCount, in: ListingRules.imageCount) { problems.append(problem) }
        return (draft, problems)
    }

    static func imageProblem(_ count: Int, in bounds: ClosedRange<Int>) -> ListingProblem? {
        if count < bounds.lowerBound { return ListingProblem(.images, .tooFew(minimum: bounds.lowerBound)) }
        if count > bounds.upperBound { return ListingProblem(.images, .tooMany(maximum: bounds.upperBound)) }
        return nil
    }
}
