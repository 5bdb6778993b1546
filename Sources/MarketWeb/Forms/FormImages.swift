import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The images of a form in their intended order: those it has kept, by their tokens, and those it uploads.
struct FormImages: Sendable {
    /// An image, and how the form refers to it.
    enum Choice: Hashable, Sendable {
        /// The name is nil of an image of a product that may not be seen.
        case kept(token: String, ProductImageSource, ImageName?)
        case upload(Int)
    }

    /// The most images that a form keeps, each of which is looked up, before it is known who has sent it: as many as a form with
    /// files has parts.
    private static let maximumKeptCount = MultipartLimits().partCount

    let choices: [Choice]
    /// The product whose images the form may keep; nil for a new one.
    private let product: Product?

    /// - Parameters:
    ///   - product: the product that is edited, whose images the form may keep; nil for a new one.
    ///   - keepsUnknown: whether ids of images that `product` doesn't have stay in the form, which is shown again before it
    ///     is known whether they may be seen.
    init(
        _ form: WebForm,
        of product: Product?,
        keepsUnknown: Bool = false,
        drafts: DraftImages
    ) async throws(MarketError) {
        let removed = form["remove"]
        var kept: [Choice?] = []
        for token in form.all("kept").prefix(Self.maximumKeptCount) {
            var choice: Choice?
            if token == removed {
                choice = nil
            } else if let image = try await drafts.image(token) {
                choice = .kept(token: token, .draft(image), image.name)
            } else if let id = Int64(token), let image = product?.images.first(where: { $0.id.rawValue == id }) {
                choice = .kept(token: token, .existing(image.id), image.name)
            } else if keepsUnknown, let id = Int64(token) {
                choice = .kept(token: token, .existing(ProductImage.ID(rawValue: id)), nil)
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
        // Images that the order doesn't name come last.
        self.product = product
        choices = ordered + (kept.compactMap { $0 } + uploads).filter { !ordered.contains($0) }
    }

    /// Creates the images of a product.
    init(existing product: Product) {
        self.product = product
        choices = product.images.map { .kept(token: String($0.id.rawValue), .existing($0.id), $0.name) }
    }

    /// Returns how the form refers to its images, in their intended order, whether they still exist or not.
    static func tokens(_ form: WebForm) -> [String] {
        let kept = form.all("kept")
        let ordered = (form["order"] ?? "").split(separator: ",").compactMap { place in
            place.first == "k" ? Int(place.dropFirst()).flatMap { kept.indices.contains($0) ? kept[$0] : nil } : nil
        }
        return (ordered + kept.filter { !ordered.contains($0) }).filter { $0 != form["remove"] }
            + form.images.map(\.path)
    }

    var sources: [ProductImageSource] {
        choices.map { choice in
            switch choice {
            case .kept(_, let source, _): source
            case .upload(let index): .upload(index)
            }
        }
    }

    /// Returns the problem of an unusable upload, with its index among all images of the form.
    func problem(ofUpload upload: Int, _ error: ImageError, _ language: Language) -> FormProblem {
        let index = choices.firstIndex(of: .upload(upload)) ?? upload
        let response = ErrorTranslator().translate(MarketError.unusableImage(index: index, error), language: language)
            .response
        return FormProblem(field: .images, sentence: response.message, imageIndex: index)
    }

    /// The tokens of the drafts among the images.
    var draftTokens: [String] {
        choices.compactMap { if case .kept(let token, .draft, _) = $0 { token } else { nil } }
    }

    /// Returns the images to show when the form is shown again. Usable uploads are kept as drafts, which are part of the page: at an
    /// address of their own, others would see what no listing shows.
    func keptImages(
        _ form: WebForm,
        services: MarketServices,
        client: ClientAddress,
        origin: Origin
    ) async -> (images: [KeptImage], failures: [(upload: UploadedImage, error: MarketError)]) {
        var tokens: [Int: String] = [:]
        var failures: [(UploadedImage, MarketError)] = []
        let uploads = form.images.filter { !$0.path.isEmpty }
        for (index, outcome) in await services.drafts.save(uploads, for: client).enumerated() {
            switch outcome {
            case .success(let kept): tokens[index] = kept.token
            case .failure(let error): failures.append((uploads[index], error))
            }
        }
        var images: [KeptImage] = []
        for choice in choices {
            switch choice {
            case .kept(let token, .existing, let name?):
                images.append(KeptImage(token: token, name, of: product, at: origin))
            case .kept(let token, .draft, _): images.append(await KeptImage(draft: token, services))
            case .kept(let token, _, _):
                images.append(KeptImage(token: token, thumbnailURL: ImageFile.placeholderPath))
            case .upload(let index):
                if let token = tokens[index] { images.append(await KeptImage(draft: token, services)) }
            }
        }
        return (images, failures)
    }
}

extension KeptImage {
    /// Creates an image that only the form has. If it can't be read, the form shows the placeholder, and keeps it.
    fileprivate init(draft token: String, _ services: MarketServices) async {
        var thumbnail: [UInt8]?
        if let proof = try? await services.imageVisibility.forForm(token, of: services.drafts) {
            thumbnail = try? await services.webImages.find(proof, .thumbnail)?.bytes()
        }
        self.init(
            token: token,
            thumbnailURL: thumbnail.map { "data:image/jpeg;base64,\(Data($0).base64EncodedString())" }
                ?? ImageFile.placeholderPath
        )
    }

    /// - Parameter product: the seller's own product that the image is of.
    init(token: String, _ name: ImageName, of product: Product?, at origin: Origin) {
        var url = ImageFile(name, .thumbnail).url(at: origin)
        if let product, !product.state.isPublic {
            url = ImageAddresses().forSeller(product.id, in: product.state).thumbnail(name)
        }
        self.init(token: token, thumbnailURL: url)
    }
}
