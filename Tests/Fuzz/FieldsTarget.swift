import MarketAPI
import MarketModels

/// Interprets a JSON object as the fields of a listing, of a change, of an item and of a state and as a secret, and checks
/// the rules on them.
struct FieldsTarget {
    private let keys = ListingChangeFields.keys.union(ItemFields.keys).union(LifecycleFields.keys)
    private let buffer = GuardedBuffer(capacity: FuzzInput.maximumByteCount)
    private let listing: Listing

    init() {
        guard let pricing = Pricing(currency: .usd, priceMinorUnits: 1999, discountMinorUnits: 100) else {
            fatalError("an ordinary pricing was refused")
        }
        let attributes = ListingAttributes(condition: .good, handover: .both, place: "연남동", category: "furniture")
        listing = Listing(name: "의자", description: "나무", pricing: pricing, stock: 3, attributes: attributes)
    }

    /// - Returns: a description of the failure, or nil.
    func run(_ input: FuzzInput) -> String? {
        var reader = JSONObjectReader(keeping: keys)
        do {
            try input.bytes.withUnsafeBytes { bytes in try buffer.withCopy(of: bytes) { try reader.read($0) } }
            let document = try reader.finish()
            if let problem = checkSecret(SecretFields(document)) { return problem }
            guard case .object(let values) = document else { return nil }
            let fields = ListingFields(values)
            let change = ListingChangeFields(values)
            if let problem = check(fields.problems) ?? check(change.problems) { return problem }
            if let problem = checkState(LifecycleFields(values)) { return problem }
            var posted: Listing?
            // Both policies for every input would take too long.
            let policy = ListingPolicy(prices: input.bytes.count.isMultiple(of: 2) ? .exact : .whole)
            return checkDraft(fields, &posted) ?? checkPatch(change, posted) ?? checkItem(ItemFields(values), policy)
        } catch {
            return nil
        }
    }

    /// Checks that each field is reported at most once.
    private func check(_ problems: [ListingProblem]) -> String? {
        Set(problems.map(\.field)).count == problems.count ? nil : "a field has two problems: \(problems)"
    }

    private func checkSecret(_ fields: SecretFields) -> String? {
        if fields.secret != nil, fields.problem != nil { return "a secret with a problem" }
        if ListingRules.check(secret: fields.secret) == nil, !(1...128).contains(fields.secret?.utf8.count ?? 0) {
            return "a secret of \(fields.secret?.utf8.count ?? 0) bytes was found in order"
        }
        return nil
    }

    /// Checks that a day is read as it is written.
    private func checkState(_ fields: LifecycleFields) -> String? {
        guard let text = fields.reservedUntil, let day = CalendarDay(text), day.text != text else { return nil }
        return "the day \(day.text) was read from another text"
    }

    private func checkDraft(_ fields: ListingFields, _ posted: inout Listing?) -> String? {
        do {
            let checked = try ListingRules.check(fields.draft, after: fields.problems)
            posted = checked.listing
            if !fields.problems.isEmpty { return "problems were forgotten: \(fields.problems)" }
            return checkBounds(checked.listing, contact: checked.contact) ?? checkAgain(checked)
        } catch {
            let isInOrder = error.all == ListingProblems(error.all)?.all
            return isInOrder && !error.all.isEmpty ? check(error.all) : "problems out of order: \(error.all)"
        }
    }

    private func checkBounds(_ listing: Listing, contact: String?) -> String? {
        let pricing = listing.pricing
        if !(1...200).contains(listing.name.unicodeScalars.count) { return "a name out of bounds" }
        if listing.description.unicodeScalars.count > 10_000 { return "a description out of bounds" }
        if let contact, !(1...200).contains(contact.unicodeScalars.count) { return "a contact out of bounds" }
        if !(0...9_007_199_254_740_991).contains(listing.stock) { return "a stock out of bounds" }
        if !(0...9_007_199_254_740_991).contains(pricing.priceMinorUnits)
            || !(0...pricing.priceMinorUnits).contains(pricing.discountMinorUnits)
        {
            return "a pricing out of bounds"
        }
        let attributes = listing.attributes
        for (field, value) in attributes.given {
            if let problem = problem(with: value, of: field) { return problem }
        }
        return nil
    }

    private func problem(with value: ListingAttributes.Value, of field: ListingField) -> String? {
        switch (field.kind, value) {
        case (.text(let length), .text(let text)):
            let text = text.unicodeScalars
            if text.isEmpty || text.count > length.upperBound { return "\(field.rawValue) out of bounds" }
            let words = text.split(omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace)
            if words.contains(where: \.isEmpty) { return "spaces around or within \(field.rawValue)" }
            if text.contains(where: { $0 != " " && $0.properties.isWhitespace }) {
                return "\(field.rawValue) on several lines"
            }
        case (.number(let bounds), .number(let number)):
            if !bounds.contains(number) { return "\(field.rawValue) out of bounds" }
        case (.choice(let choices), .number(let position)):
            if !choices.indices.contains(Int(position)) { return "\(field.rawValue) is no choice" }
        case (.category, .text(let slug)): if !Category.isSlug(slug) { return "a category that is none" }
        default: return "\(field.rawValue) of another kind"
        }
        return nil
    }

    /// Checks that an accepted listing is accepted again, unchanged, when it is sent again.
    private func checkAgain(_ checked: ListingRules.Checked) -> String? {
        let pricing = checked.listing.pricing
        let draft = ProductDraft(
            name: checked.listing.name,
            description: checked.listing.description,
            price: DecimalAmount(pricing.price),
            currency: pricing.currency,
            discount: DecimalAmount(pricing.discount),
            stock: DecimalAmount(checked.listing.stock),
            contact: checked.contact,
            attributes: Dictionary(
                uniqueKeysWithValues: ListingField.attributes.map { ($0, checked.listing.attributes[$0]) }
            )
        )
        do {
            return try ListingRules.check(draft) == checked ? nil : "checked again, it is another listing"
        } catch {
            return "checked again, it has problems: \(error.all)"
        }
    }

    /// Checks that a change with every field results in the listing that a POST of it creates.
    private func checkPatch(_ change: ListingChangeFields, _ posted: Listing?) -> String? {
        guard let changed = try? ListingRules.apply(change.patch, to: listing, after: change.problems) else {
            return nil
        }
        if !change.problems.isEmpty { return "problems of a change were forgotten: \(change.problems)" }
        if let problem = checkBounds(changed, contact: nil) { return "changed, \(problem)" }
        if change.patch.isEmpty, changed != listing { return "a change of nothing made another listing" }
        let patch = change.patch
        guard patch.name != nil, patch.description != nil, patch.price != nil, patch.currency != nil,
            patch.discount != nil, patch.stock != nil,
            patch.attributes.count == ListingField.attributes.count
        else { return nil }
        return posted == changed ? nil : "changed and posted, it is not the same listing"
    }

    /// - Parameter policy: a market may accept whole prices only.
    private func checkItem(_ fields: ItemFields, _ policy: ListingPolicy) -> String? {
        if let problem = check(fields.problems) { return problem }
        let posted = try? ListingRules.check(fields.draft, after: fields.problems, under: policy).listing
        let changed = try? ListingRules.apply(fields.patch, to: listing, after: fields.problems, under: policy)
        for listing in [posted, changed].compactMap(\.self) {
            if let problem = checkBounds(listing, contact: nil) { return "of an item, \(problem)" }
        }
        if policy.prices.isWhole, let pricing = posted?.pricing,
            pricing.priceMinorUnits % pricing.currency.minorUnitsPerUnit != 0
        {
            return "a fractional price where only whole ones are taken"
        }
        return nil
    }
}
