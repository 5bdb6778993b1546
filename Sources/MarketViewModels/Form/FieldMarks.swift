import MarketAPI
import MarketClient
import MarketModels
import MarketTexts

/// Beside which fields something is said, and what.
///
/// Nobody is told that a field is empty before they have come to it: what is wrong shows when a field was left, or after
/// the first attempt to send the form.
struct FieldMarks {
    private var left: Set<ListingField> = []
    private var refused: [ListingField: String] = [:]
    /// Whether it was attempted to send the form.
    var wasTried = false

    mutating func leave(_ field: ListingField) { left.insert(field) }

    /// What the market said about a field is about what stood there then.
    mutating func forgetRefusal(of field: ListingField) { refused[field] = nil }

    /// Takes over what the market said, field by field.
    mutating func note(_ error: MarketClientError) {
        refused = [:]
        for report in error.refusal?.fields ?? [] {
            guard let field = ListingProblem.Field(rawValue: report.name).flatMap({ ListingField($0) }) else {
                continue
            }
            refused[field] = refused[field].map { "\($0) \(report.reason)" } ?? report.reason
        }
    }

    /// The sentence beside a field; nil where nothing is to be said.
    func sentence(beside field: ListingField, _ problems: [ListingProblem], _ language: Language) -> String? {
        if let refused = refused[field] { return refused }
        guard wasTried || left.contains(field),
            let problem = problems.first(where: { ListingField($0.field) == field })
        else { return nil }
        return ErrorTexts(language: language).sentence(for: problem)
    }
}
