import ArgumentParser
import Foundation
import MarketClient
import MarketModels
import MarketTexts

/// The options for a product's fields. In an edit, each given option is a change.
struct ListingOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The name, up to 200 characters.")
    var name: String?

    @Option(name: .shortAndLong, help: "The price: 12000, or 19.99 in dollars; 0 or 'free' to give it away.")
    var price: String?

    @Option(
        name: .shortAndLong,
        help: "The currency, by its code, such as KRW or USD. (default for a new product: KRW)",
        completion: .list(Currency.usual.map(\.rawValue))
    )
    var currency: String?

    @Option(help: "The amount taken off the price.")
    var discount: String?

    @Option(name: .shortAndLong, help: "How many you have. (default for a new product: 1)")
    var stock: String?

    @Option(name: .shortAndLong, help: "The description, up to 10,000 characters.")
    var description: String?

    @Option(
        help: ArgumentHelp("A text file with the description; - for standard input.", valueName: "file"),
        completion: .file()
    )
    var descriptionFile: String?

    @Option(
        help:
            "How buyers can reach you: a phone number, email address, or chat link. Shown only to people who ask for it."
    )
    var contact: String?

    @OptionGroup var attributes: AttributeOptions

    func validate() throws {
        if description != nil, descriptionFile != nil {
            throw ValidationError("Use either --description or --description-file, not both.")
        }
    }

    func draft() throws -> ProductDraft {
        let currency = try chosenCurrency() ?? .krw
        return ProductDraft(
            name: name,
            description: try describedAs() ?? "",
            price: try amount(price, "--price", counting: .currency(currency), isPrice: true),
            currency: currency,
            discount: try amount(discount, "--discount", counting: .currency(currency)),
            stock: try amount(stock, "--stock", counting: .pieces) ?? DecimalAmount(1),
            contact: contact,
            attributes: try attributes.validated()
        )
    }

    func patch() throws -> ProductPatch {
        let currency = try chosenCurrency()
        return ProductPatch(
            name: name,
            description: try describedAs(),
            price: try amount(price, "--price", counting: currency.map { .currency($0) }, isPrice: true),
            currency: currency,
            discount: try amount(discount, "--discount", counting: currency.map { .currency($0) }),
            stock: try amount(stock, "--stock", counting: .pieces),
            contact: contact,
            attributes: try attributes.validated()
        )
    }

    private func describedAs() throws -> String? {
        guard let descriptionFile else { return description }
        let data =
            descriptionFile == "-"
            ? try FileHandle.standardInput.readToEnd() ?? Data()
            : FileManager.default.contents(atPath: descriptionFile)
        guard let data, let text = String(data: data, encoding: .utf8) else {
            throw CommandFailure("Can't read the description \(descriptionFile) as UTF-8 text.")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func chosenCurrency() throws -> Currency? { try currency.map(Currency.init(option:)) }

    /// - Parameters:
    ///   - unit: The unit of the amount; nil if only the product determines it, which rejects amounts that name a currency.
    ///   - isPrice: Whether it may be a word for nothing (``TypedAmount/price(in:counting:)``).
    private func amount(
        _ text: String?,
        _ option: String,
        counting unit: TypedAmount.Unit?,
        isPrice: Bool = false
    ) throws -> DecimalAmount? {
        guard let text else { return nil }
        do throws(ListingProblem.Reason) {
            let amount =
                try isPrice ? TypedAmount.price(in: text, counting: unit) : TypedAmount.amount(in: text, counting: unit)
            guard let amount else { throw .notANumber }
            return amount
        } catch {
            let isUnknown = error == .ambiguousSeparator && unit == nil
            let hint = isUnknown ? " With three decimals, name the currency: --currency." : ""
            throw ValidationError("\(option): '\(text)' \(error.amountClause)\(hint)")
        }
    }
}

extension ListingProblem.Reason {
    /// What a command says behind a text that isn't an amount.
    var amountClause: String {
        switch self {
        case .ambiguousSeparator: "can be read in two ways. Write it like 12000, 12,000, or 19.99."
        case .otherCurrency: "is in another currency. Name the currency: \(Currency.alternatives)."
        case .negative: "is less than zero."
        default: "isn't a number. Write it like 12000 or 19.99."
        }
    }
}

extension Currency {
    /// The usual codes as a list for messages: `KRW, USD, … HKD, or another code of ISO 4217`.
    static var alternatives: String {
        usual.map(\.rawValue).joined(separator: ", ") + ", or another code of ISO 4217"
    }

    /// Reads the code that an option names.
    init(option text: String) throws {
        guard let known = Currency(rawValue: text.uppercased()) else {
            throw ValidationError("'\(text)' isn't a supported currency. Use \(Currency.alternatives).")
        }
        self = known
    }
}

extension ListingProblem {
    /// The message for the problem, the same as in forms.
    var optionSentence: String { ErrorTexts(language: .english).sentence(for: self) }
}
