import MarketModels

extension TypedListing {
    /// Reads a field that holds a number, without what people group digits with.
    ///
    /// - Returns: nil for an empty field.
    func amount(_ field: ListingField) throws(DecimalAmount.ReadingError) -> DecimalAmount? {
        let digits = self[field].filter { $0 != "," && !$0.isWhitespace }
        return digits.isEmpty ? nil : try DecimalAmount(reading: digits)
    }

    /// As ``amount(_:)``; what can't be read is noted as a problem.
    func amount(_ field: ListingField, noting problems: inout [ListingProblem]) -> DecimalAmount? {
        do {
            return try amount(field)
        } catch {
            problems.append(ListingProblem(field.problemField, ListingProblem.Reason(error)))
            return nil
        }
    }

    /// That a text is longer than the market takes.
    func lengthProblem(_ field: ListingField) -> ListingProblem? {
        guard let maximum = field.maximumLength, length(of: field) > maximum else { return nil }
        return ListingProblem(field.problemField, .tooLong(maximum: maximum))
    }

    /// What is to be listed, as far as it can be read, and everything that is wrong with it.
    func draft(pictureCount: Int) -> (draft: ProductDraft, problems: [ListingProblem]) {
        var problems = [ListingField.name, .description, .contact].compactMap { lengthProblem($0) }
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

extension ListingProblem.Reason {
    fileprivate init(_ error: DecimalAmount.ReadingError) {
        switch error {
        case .notANumber: self = .notANumber
        case .negative: self = .negative
        case .tooLarge: self = .tooLarge
        case .tooPrecise: self = .tooPrecise
        }
    }
}
