import Foundation
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
    private var refusedImages: [FormImage.ID: String] = [:]
    /// Whether the user has tried to send the form.
    var wasTried = false

    mutating func endEditing(_ field: ListingField) { edited.insert(field) }

    /// Removes the server's message about a field because its content has changed.
    mutating func clearRefusal(of field: ListingField) { refused[field] = nil }

    /// Removes the server's message about an image because it has left the form.
    mutating func clearRefusal(ofImage id: FormImage.ID) { refusedImages[id] = nil }

    /// Records the server's messages by field, and those about single images by image.
    ///
    /// - Parameter images: The images of the form. Those that were added were sent, in order.
    mutating func record(_ error: MarketClientError, about images: [FormImage]) {
        (refused, refusedImages) = ([:], [:])
        let sent = images.indices.filter { images[$0].added != nil }
        for report in error.refusal?.fields ?? [] {
            if let index = report.index, sent.indices.contains(index) {
                let place = sent[index]
                let reason = Self.renumber(report.reason, from: index + 1, to: place + 1)
                refusedImages[images[place].id] = reason
                refused[.images] = reason
            } else if let field = ListingField(key: report.name)?.inForm {
                refused[field] = refused[field].map { "\($0) \(report.reason)" } ?? report.reason
            }
        }
    }

    /// The server counts the images that were sent; the user counts those in the form.
    private static func renumber(_ reason: String, from sent: Int, to place: Int) -> String {
        reason.replacing("\(sent)", with: "\(place)", maxReplacements: 1)
    }

    /// Returns the server's message about an image, or nil.
    func sentence(forImage id: FormImage.ID) -> String? { refusedImages[id] }

    /// Returns the message for a field, or nil if there is none to show.
    func sentence(for field: ListingField, _ problems: [ListingProblem], _ language: Language) -> String? {
        if let refused = refused[field] { return refused }
        guard wasTried || edited.contains(field),
            let problem = problems.first(where: { $0.field.inForm == field })
        else { return nil }
        return ErrorTexts(language: language).sentence(for: problem)
    }
}
