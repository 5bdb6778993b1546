import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// The pictures that a form shows: those it has kept, by their tokens, and those it brings along, in the order in which
/// they are to be.
struct PictureChoice: Sendable {
    /// One picture, and what the form calls it.
    enum Choice: Hashable, Sendable {
        case kept(token: String, PictureSource, PictureName)
        case upload(Int)
    }

    let choices: [Choice]

    /// - Parameters:
    ///   - product: the product that is edited, whose own pictures the form may keep; nil for a new one.
    init(_ form: WebForm, of product: Product?, drafts: any PictureDraftKeeping) async {
        let removed = form["remove"]
        var kept: [Choice?] = []
        for token in form.all("kept") {
            var choice: Choice?
            if token == removed {
                choice = nil
            } else if let picture = await drafts.picture(token) {
                choice = .kept(token: token, .draft(picture), picture.name)
            } else if let id = Int64(token), let picture = product?.pictures.first(where: { $0.id.rawValue == id }) {
                choice = .kept(token: token, .existing(picture.id), picture.name)
            }
            kept.append(choice)
        }
        let uploads = form.images.indices.map { Choice.upload($0) }
        var ordered: [Choice] = []
        for place in (form["order"] ?? "").split(separator: ",") {
            guard let index = Int(place.dropFirst()), index >= 0 else { continue }
            let choice: Choice? =
                switch place.first {
                case "k" where index < kept.count: kept[index]
                case "n" where index < uploads.count: uploads[index]
                default: nil
                }
            if let choice, !ordered.contains(choice) { ordered.append(choice) }
        }
        // What the order does not name comes behind.
        choices = ordered + (kept.compactMap { $0 } + uploads).filter { !ordered.contains($0) }
    }

    /// The pictures that a product has.
    init(existing product: Product) {
        choices = product.pictures.map { .kept(token: String($0.id.rawValue), .existing($0.id), $0.name) }
    }

    /// What the form calls its pictures, in the order in which they are to be, whether they are still there or not.
    static func tokens(_ form: WebForm) -> [String] {
        let kept = form.all("kept")
        let ordered = (form["order"] ?? "").split(separator: ",").compactMap { place in
            place.first == "k" ? Int(place.dropFirst()).flatMap { kept.indices.contains($0) ? kept[$0] : nil } : nil
        }
        return (ordered + kept.filter { !ordered.contains($0) }).filter { $0 != form["remove"] }
            + form.images.map(\.path)
    }

    var sources: [PictureSource] {
        choices.map { choice in
            switch choice {
            case .kept(_, let source, _): source
            case .upload(let index): .upload(index)
            }
        }
    }

    /// Why an upload can't be taken, with the place where the form shows it, the kept ones counted.
    func problem(ofUpload upload: Int, _ error: ImageError, _ language: Language) -> FormProblem {
        let index = choices.firstIndex(of: .upload(upload)) ?? upload
        let answer = ErrorTranslator().translate(MarketError.unusableImage(index: index, error), language: language)
            .answer
        return FormProblem(field: .images, sentence: answer.message, pictureIndex: index)
    }

    /// The drafts among them.
    var draftTokens: [String] {
        choices.compactMap { if case .kept(let token, .draft, _) = $0 { token } else { nil } }
    }

    /// What the form shows when it comes back: the uploads are kept as drafts, as far as they can be shown.
    func keptPictures(
        _ form: WebForm,
        drafts: any PictureDraftKeeping,
        client: ClientAddress,
        origin: Origin
    ) async -> (pictures: [KeptPicture], failures: [(index: Int, MarketError)]) {
        var tokens: [Int: (String, PictureName)] = [:]
        var failures: [(Int, MarketError)] = []
        for (index, outcome) in await drafts.keep(form.images.filter { !$0.path.isEmpty }, for: client).enumerated() {
            switch outcome {
            case .success(let kept): tokens[index] = (kept.token, kept.picture.name)
            case .failure(let error): failures.append((index, error))
            }
        }
        let pictures = choices.compactMap { choice -> KeptPicture? in
            switch choice {
            case .kept(let token, _, let name):
                return KeptPicture(token: token, thumbnailURL: PictureFile(name, .thumbnail).url(at: origin))
            case .upload(let index):
                return tokens[index].map {
                    KeptPicture(token: $0.0, thumbnailURL: PictureFile($0.1, .thumbnail).url(at: origin))
                }
            }
        }
        return (pictures, failures)
    }
}
