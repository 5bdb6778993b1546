import MarketModels
import MarketTexts

/// The messages that scripts show next to the fields of a form before sending it. They are the server's messages, keyed
/// by field and reason: `price.missing`.
enum FormSentences {
    private static let amount: [ListingProblem.Reason] = [
        .notANumber, .ambiguousSeparator, .negative, .tooLarge, .tooPrecise,
    ]

    private static let reasons: [(field: ListingField, reasons: [ListingProblem.Reason])] =
        [
            (.images, [.tooFew(minimum: 1)]),
            (.name, [.missing, .tooLong(maximum: ListingRules.nameLength.upperBound)]),
            (.price, [.missing, .otherCurrency] + amount),
            (.discount, [.discountAbovePrice, .otherCurrency] + amount),
            (.stock, [.missing] + amount),
            (.description, [.tooLong(maximum: ListingRules.descriptionLength.upperBound)]),
            (.seller, [.missing, .tooLong(maximum: ListingRules.vendorNameLength.upperBound)]),
            (.contact, [.tooLong(maximum: ListingRules.contactLength.upperBound)]),
            (.password, [.missing, .tooShort(minimum: ListingRules.minimumPasswordLength)]),
        ] + ListingField.attributes.map { ($0, reasons(of: $0.kind)) }

    /// Returns the problems of an attribute that scripts find.
    private static func reasons(of kind: ListingField.Kind) -> [ListingProblem.Reason] {
        switch kind {
        case .text(let length): [.tooLong(maximum: length.upperBound)]
        case .number(let bounds): [.notANumber, .ambiguousSeparator, .tooPrecise, .outOfBounds(bounds)]
        default: []
        }
    }

    static func all(in language: Language) -> [(key: String, sentence: String)] {
        let texts = ErrorTexts(language: language)
        return reasons.flatMap { field, reasons in
            reasons.compactMap { reason in
                field.inForm.map {
                    ("\($0.rawValue).\(name(of: reason))", texts.sentence(for: ListingProblem(field, reason)))
                }
            }
        }
    }

    /// Returns the name of a reason without its bound.
    private static func name(of reason: ListingProblem.Reason) -> String {
        String("\(reason)".prefix { $0 != "(" })
    }
}
