import MarketModels
import MarketTexts

/// The form with which a seller reserves products until a day, with a private note.
struct ReservePage: WebPage {
    /// The products, with their names.
    let products: [(id: Product.ID, name: String)]
    /// The day as it was typed, such as `2026-11-30`.
    let day: String
    /// The private note as it was typed.
    var note = ""
    /// The first and the last day that can be chosen.
    let days: ClosedRange<String>
    /// What is wrong, and whether it is the note.
    var problem: (sentence: String, isAboutNote: Bool)?
    /// The path and query of the page to return to.
    let back: String

    func html(_ site: SiteContext) -> String {
        let data: [String: Any?] = [
            "names": products.map(\.name),
            "products": products.map { String($0.id.rawValue) }.joined(separator: ","),
            "day": day,
            "note": note,
            "firstDay": days.lowerBound,
            "lastDay": days.upperBound,
            "maximum": LifecycleRules.noteLength.upperBound,
            "dayProblem": problem.flatMap { $0.isAboutNote ? nil : $0.sentence },
            "noteProblem": problem.flatMap { $0.isAboutNote ? $0.sentence : nil },
            "deskBack": back,
            "keepsForm": true,
        ]
        return PageLayout(kind: .message, title: site.texts[.reserveTitle], back: back).html("reserve", site, data)
    }
}
