import MarketAPI
import MarketClient
import MarketModels
import MarketTexts

/// The messages next to the fields of a form.
///
/// Problems of a field are shown only after the user has left it, or after the first attempt to send the form, so that
/// untouched fields show no errors.
struct FieldMessages {
    private var edited: Set<ListingField> = []
    private var refused: [ListingField: String] = [:]
    /// Whether the user has tried to send the form.
    var wasTried = false

    mutating func endEditing(_ field: ListingField) { edited.insert(field) }

    /// Removes the server's message about a field because its content has changed.
    mutating func clearRefusal(of field: ListingField) { refused[field] = nil }

    /// Records the server's messages by field.
    mutating func record(_ error: MarketClientError) {
        refused = [:]
        for report in error.refusal?.fields ?? [] {
            guard let field = ListingProblem.Field(rawValue: report.name).flatMap({ ListingField($0) }) else {
                continue
            }
            refused[field] = refused[field].map { "\($0) \(report.reason)" } ?? report.reason
        }
    }

    /// Returns the message for a field, or nil if there is none to show.
    func sentence(for field: ListingField, _ problems: [ListingProblem], _ language: Language) -> String? {
        if let refused = refused[field] { return refused }
        guard wasTried || edited.contains(field),
            let problem = problems.first(where: { ListingField($0.field) == field })
        else { return nil }
        return ErrorTexts(language: language).sentence(for: problem)
    }
}
