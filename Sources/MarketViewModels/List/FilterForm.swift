public import MarketModels
import MarketTexts

/// The form that narrows a list, with a text for each condition.
public struct FilterForm: Hashable, Sendable {
    private var texts: [AttributeFilter.Parameter: String]

    /// Creates the form of a filter.
    ///
    /// - Parameters:
    ///   - filter: The filter that it begins with.
    ///   - currency: The currency of prices if the filter has none.
    public init(_ filter: AttributeFilter, currency: Currency) {
        texts = Dictionary(filter.parameters.map { ($0.parameter, $0.value) }) { first, _ in first }
        if texts[.priceCurrency] == nil { texts[.priceCurrency] = currency.rawValue }
    }

    /// The text of a condition, in the spelling of addresses; empty if it isn't chosen.
    public subscript(parameter: AttributeFilter.Parameter) -> String {
        get { texts[parameter] ?? "" }
        set { texts[parameter] = newValue }
    }

    /// Whether a condition of yes or no is chosen.
    public func isOn(_ parameter: AttributeFilter.Parameter) -> Bool { self[parameter] == "1" }

    /// Chooses a condition of yes or no, or leaves it out.
    public mutating func turn(_ parameter: AttributeFilter.Parameter, on isOn: Bool) {
        self[parameter] = isOn ? "1" : ""
    }

    /// The filter, without the conditions whose text can't be used.
    public var filter: AttributeFilter { reading.filter }

    /// The conditions whose text can't be used, such as a price that isn't a number. A form with any isn't applied.
    public var problems: [AttributeFilter.Parameter] { reading.unusable }

    /// Returns the message for a condition whose text can't be used, or nil.
    public func problem(with parameter: AttributeFilter.Parameter, in language: Language) -> String? {
        guard problems.contains(parameter) else { return nil }
        let problem: ListingProblem =
            switch parameter {
            case .minimumPrice, .maximumPrice: ListingProblem(.price, priceProblem(self[parameter]))
            case .place: ListingProblem(.place, .tooLong(maximum: ListingAttributes.placeLength.upperBound))
            case .condition: ListingProblem(.condition, .unknownChoice)
            case .handover: ListingProblem(.handover, .unknownChoice)
            case .priceCurrency: ListingProblem(.currency, .unknownCurrency)
            case .category, .free, .sold: ListingProblem(.category, .unknownChoice)
            }
        return ErrorTexts(language: language).sentence(for: problem)
    }

    private var currency: Currency { Currency(rawValue: self[.priceCurrency]) ?? .krw }

    private func priceProblem(_ text: String) -> ListingProblem.Reason {
        let amount: DecimalAmount?
        do {
            amount = try TypedAmount.amount(in: text, counting: .currency(currency))
        } catch {
            return error
        }
        guard let amount else { return .notANumber }
        do {
            _ = try Money(amount, in: currency)
            return .notANumber
        } catch {
            return switch error {
            case .negative: .negative
            case .tooPrecise: .tooPrecise
            case .tooLarge: .tooLarge
            }
        }
    }

    private var reading: (filter: AttributeFilter, unusable: [AttributeFilter.Parameter]) {
        AttributeFilter.reading(currency: currency) { texts[$0] }
    }
}
