import MarketModels

extension TypedListing {
    /// Reads a field that holds a number.
    ///
    /// - Returns: nil for an empty field.
    func amount(_ field: ListingField) throws(ListingProblem.Reason) -> DecimalAmount? {
        try TypedAmount.amount(in: self[field], counting: field == .stock ? .pieces : .currency(currency))
    }

    /// As ``amount(_:)``; what can't be read is noted as a problem.
    func amount(_ field: ListingField, noting problems: inout [ListingProblem]) -> DecimalAmount? {
        do {
            return try amount(field)
        } catch {
            problems.append(ListingProblem(field.problemField, error))
            return nil
        }
    }

    /// What is to be listed, as far as it can be read, and everything that is wrong with it.
    func draft(pictureCount: Int) -> (draft: ProductDraft, problems: [ListingProblem]) {
        var problems: [ListingProblem] = []
        let draft = ProductDraft(
            name: name,
            description: description,
            price: amount(.price, noting: &problems),
            currency: currency,
            discount: amount(.discount, noting: &problems),
            stock: amount(.stock, noting: &problems),
            contact: contact.isEmpty ? nil : contact
        )
        do {
            _ = try ListingRules.check(draft, after: problems)
        } catch {
            problems = error.all
        }
        if let problem = ListingRules.check(secret: password) { problems.append(problem) }
        // Without a name the seller keeps the one they have, or gets one from the market.
        if !seller.isEmpty {
            do { _ = try ListingRules.check(vendorName: seller) } catch { problems.append(error) }
        }
        if let problem = Self.pictureProblem(pictureCount, in: ListingRules.pictureCount) { problems.append(problem) }
        return (draft, problems)
    }

    static func pictureProblem(_ count: Int, in bounds: ClosedRange<Int>) -> ListingProblem? {
        if count < bounds.lowerBound { return ListingProblem(.images, .tooFew(minimum: bounds.lowerBound)) }
        if count > bounds.upperBound { return ListingProblem(.images, .tooMany(maximum: bounds.upperBound)) }
        return nil
    }
}
