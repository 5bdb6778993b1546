import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts

/// Determines which records can be sent, before any is sent.
struct ImportCheck {
    private(set) var lines: [ImportLine] = []
    private(set) var problems: [ImportProblem] = []
    private var occurrences: [String: Int] = [:]
    private let finder: ImageFinder
    private let categories: CategoryListResponse?
    private let currency: Currency
    private let isListed: (ImportLine) -> Bool

    /// - Parameters:
    ///   - folder: The base folder of relative image paths.
    ///   - currency: The currency of records that name none.
    ///   - categories: The market's categories; nil if they aren't known. Then their names are left to the market.
    ///   - isListed: Whether an earlier run has listed a line. Its password isn't a new one any more.
    init(
        _ file: ImportFile,
        folder: URL,
        currency: Currency = .krw,
        categories: CategoryListResponse? = nil,
        isListed: @escaping (ImportLine) -> Bool = { _ in false }
    ) {
        finder = ImageFinder(folder: folder)
        self.currency = currency
        self.categories = categories
        self.isListed = isListed
        problems = file.problems
        for record in file.records {
            do {
                lines.append(try check(record))
            } catch {
                problems.append(ImportProblem(line: record.line, sentence: error.description))
            }
        }
        problems.sort { $0.line < $1.line }
    }

    private mutating func check(_ record: ImportRecord) throws(CommandFailure) -> ImportLine {
        let draft = try self.draft(of: record)
        var images: [(name: String, path: String)] = []
        switch record.images {
        case .cells(let cells): for cell in cells { images += try finder.images(in: cell) }
        case .paths(let names): for name in names { images.append((name, try finder.existing(name))) }
        }
        guard ListingRules.imageCount ~= images.count else {
            throw CommandFailure(
                "A product needs 1 to \(ListingRules.maximumImageCount) pictures; this one has \(images.count)."
            )
        }
        var identity = [
            draft.name, draft.description, draft.price?.digits, draft.currency?.rawValue, draft.discount?.digits,
            draft.stock?.digits, draft.contact,
        ].map { $0 ?? "" }
        // Only those that are given, so that an import that an older version began lists nothing twice.
        for field in ListingField.attributes {
            if let text = draft.attributes[field] { identity.append("\(field.rawValue)(\(text))") }
        }
        let state = try Self.state(of: record)
        for column in [ImportRecord.Column.state, .reservedUntil, .reservationNote] {
            if let text = record.texts[column] { identity.append("\(column.name)(\(text))") }
        }
        for (name, path) in images {
            do {
                let info = try ImageFileInfo(path: path)
                identity += [name, String(info.byteCount)]
            } catch let error as CommandFailure {
                throw error
            } catch {
                throw CommandFailure("Can't read \(name).")
            }
        }
        let content = ContentDigest.hex(of: identity)
        let occurrence = occurrences[content, default: 0] + 1
        occurrences[content] = occurrence
        let line = ImportLine(
            line: record.line,
            draft: draft,
            images: images.map { URL(filePath: $0.path) },
            state: state,
            password: record.texts[.password],
            identity: "\(content)-\(occurrence)"
        )
        if let password = line.password, let problem = ListingRules.check(newPassword: password), !isListed(line) {
            throw CommandFailure(problem.optionSentence)
        }
        return line
    }

    /// Returns the state of a record, or nil if it is open or not given. A reservation that has ended leaves it open too:
    /// an export may be old. Expired listings begin anew.
    private static func state(of record: ImportRecord) throws(CommandFailure) -> StateChange? {
        let text = record.texts[.state]?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
        let (day, note) = (record.texts[.reservedUntil], record.texts[.reservationNote])
        let kind = ListingState.Kind(rawValue: text)
        guard kind == .reserved || day == nil && note == nil else {
            throw CommandFailure("reserved_until and reservation_note are only for the state reserved.")
        }
        switch kind {
        case .open, .expired: return nil
        case .sold: return .sold
        case .hidden: return .hidden
        case .reserved: return try reservation(until: day, note: note)
        case nil:
            guard text.isEmpty else {
                throw CommandFailure("state: '\(text)' isn't a state. Use open, reserved, sold, or hidden.")
            }
            return nil
        }
    }

    private static func reservation(until day: String?, note: String?) throws(CommandFailure) -> StateChange? {
        if let note {
            do {
                _ = try LifecycleRules.checkedNote(note)
            } catch {
                throw CommandFailure(
                    "reservation_note: write up to \(LifecycleRules.noteLength.upperBound) visible characters."
                )
            }
        }
        guard let day else { return .reserved(note: note) }
        guard let last = CalendarDay(day.trimmingCharacters(in: .whitespaces)) else {
            throw CommandFailure("reserved_until: '\(day)' isn't a day. Write it like 2026-11-30.")
        }
        // No time zone has this day any more.
        let today = Timestamp(millisecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1000))
        if let earliest = CalendarDay(of: today.adding(seconds: -12 * 3600)), last.text < earliest.text { return nil }
        return .reserved(until: last, note: note)
    }

    private func draft(of record: ImportRecord) throws(CommandFailure) -> ProductDraft {
        var currency = self.currency
        if let text = record.texts[.currency] {
            guard let known = Currency(rawValue: text.trimmingCharacters(in: .whitespaces).uppercased()) else {
                throw CommandFailure("currency: '\(text)' isn't supported. Use \(Currency.alternatives).")
            }
            currency = known
        }
        func amount(
            _ column: ImportRecord.Column,
            counting unit: TypedAmount.Unit
        ) throws(CommandFailure) -> DecimalAmount? {
            guard let text = record.texts[column] else { return nil }
            do throws(ListingProblem.Reason) {
                return try column == .price
                    ? TypedAmount.price(in: text, counting: unit) : TypedAmount.amount(in: text, counting: unit)
            } catch {
                throw CommandFailure("\(column.name): '\(text)' \(error.amountClause)")
            }
        }
        var price = try amount(.price, counting: .currency(currency))
        var discount = try amount(.discount, counting: .currency(currency))
        var salePrice = try amount(.salePrice, counting: .currency(currency))
        // Shops that write the price before a discount have the one after it in the column of the price.
        if let before = try amount(.priceBefore, counting: .currency(currency)), let now = price,
            let full = try? Money(before, in: currency), let reduced = try? Money(now, in: currency),
            full.minorUnits > reduced.minorUnits
        {
            (price, salePrice) = (before, now)
        }
        if discount == nil, let full = price.flatMap({ try? Money($0, in: currency) }),
            let reduced = salePrice.flatMap({ try? Money($0, in: currency) })
        {
            guard reduced.minorUnits <= full.minorUnits else {
                throw CommandFailure("sale_price: '\(record.texts[.salePrice] ?? "")' is above the price.")
            }
            discount = DecimalAmount(Money(minorUnits: full.minorUnits - reduced.minorUnits, currency: currency))
        }
        let draft = ProductDraft(
            name: record.texts[.name],
            description: record.texts[.description] ?? "",
            price: price,
            currency: currency,
            discount: discount,
            stock: try amount(.stock, counting: .pieces) ?? DecimalAmount(1),
            contact: record.texts[.contact],
            attributes: try attributes(of: record)
        )
        do {
            _ = try ListingRules.check(draft)
        } catch {
            throw CommandFailure(error.all.map(\.optionSentence).joined(separator: " "))
        }
        return draft
    }
}

extension ImportCheck {
    private func attributes(of record: ImportRecord) throws(CommandFailure) -> [ListingField: String] {
        var texts: [ListingField: String] = [:]
        for field in ListingField.attributes {
            guard let text = record.texts[ImportRecord.Column(field)] else { continue }
            if field == .category {
                texts[field] = try category(text)
            } else {
                texts[field] = try ChoiceNames(field, called: field.rawValue)?.value(text) ?? text
            }
        }
        return texts
    }

    /// Returns the name in addresses of a category; nil if it isn't known, or for what shops write for none.
    private func category(_ text: String) throws(CommandFailure) -> String? {
        if text.lowercased() == "uncategorized" { return nil }
        guard let categories else { return Category.isSlug(text) ? text : nil }
        return try ChoiceNames(category: "category", of: categories).value(text)
    }
}

/// A problem with a line, or with the file from this line on.
struct ImportProblem: Error, Hashable, Sendable {
    let line: Int
    let sentence: String
}

/// A valid record that can be sent.
struct ImportLine: Sendable {
    let line: Int
    let draft: ProductDraft
    let images: [URL]
    /// The state that the product gets after it was listed, or nil for none: it stays open.
    let state: StateChange?
    /// The product's own password, or nil to use the one for all products.
    let password: String?
    /// An identity that is the same whenever the file is read. Equal lines have different identities.
    let identity: String

    var listing: NewListing {
        NewListing(draft: draft, images: images.map { .file($0) }, secret: password ?? "")
    }
}
