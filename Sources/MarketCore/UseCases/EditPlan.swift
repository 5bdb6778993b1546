public import MarketModels

/// The validated effect of an edit request on a product.
struct EditPlan {
    /// The images that must be stored before the edit can be made.
    let newImages: [UploadedImage]

    private let own: SellerProduct
    private let patch: ProductPatch
    private let listing: Listing
    /// The images in order, or nil to leave them unchanged.
    private let sources: [ProductImageSource]?

    /// - Throws: `MarketError.invalid` with all problems of the request.
    init(
        of own: SellerProduct,
        by request: EditProduct.Request,
        under policy: ListingPolicy,
        categories: CategoryTree
    ) throws(MarketError) {
        let product = own.product
        self.own = own
        var patch = request.patch
        // A sold product is shown with a stock of 0. Apps send it back with every edit, and mean no change by it.
        if product.state.kind == .sold, patch.stock?.significand == 0 { patch.stock = nil }
        if request.hasWholePrices { patch.removeUnchanged(product.listing.pricing) }
        self.patch = patch
        var problems: [ListingProblem] = []
        do {
            listing = try ListingRules.apply(
                patch,
                to: product.listing,
                after: request.problems,
                under: policy,
                categories: categories
            )
        } catch {
            listing = product.listing
            problems += error.all
        }
        switch request.images {
        case .none:
            sources = nil
            newImages = []
        case .keep(let ids, let images):
            let kept = ids ?? product.images.map(\.id)
            sources = kept.map { .existing($0) } + ProductImageSource.all(images)
            newImages = images
        case .arrange(let arranged, let images):
            sources = arranged
            newImages = images
        }
        if let sources {
            if let problem = Self.problem(with: Self.existing(sources), of: product) { problems.append(problem) }
            let count = sources.count
            if count < request.imageCount.lowerBound {
                problems.append(ListingProblem(.images, .tooFew(minimum: request.imageCount.lowerBound)))
            } else if count > request.imageCount.upperBound {
                problems.append(ListingProblem(.images, .tooMany(maximum: request.imageCount.upperBound)))
            }
        }
        let shown = sources.map(Self.existing) ?? product.images.map(\.id)
        if let thumbnail = patch.thumbnail, !shown.contains(thumbnail) {
            problems.append(ListingProblem(.thumbnail, .unknownImage))
        }
        if let problems = ListingProblems(problems) { throw .invalid(problems) }
    }

    /// Returns the edit.
    ///
    /// - Parameters:
    ///   - images: the stored ``newImages``, in order.
    ///   - isApproved: whether operators approve in this market what sellers list and change.
    func edit(
        adding images: [NewImage],
        at now: Timestamp,
        by rules: LifecycleRules,
        isApproved: Bool
    ) -> ProductEdit {
        let product = own.product
        let choices: [ProductEdit.ImageChoice]? = sources.map { sources in
            sources.map { source in
                switch source {
                case .existing(let id): .kept(id)
                case .draft(let image): .new(image)
                case .upload(let index): .new(images[index])
                }
            }
        }
        return ProductEdit(
            id: product.id,
            expectedVersion: product.version,
            listing: listing,
            contact: patch.contact.map { .set(ListingRules.contact(from: $0)) } ?? .unchanged,
            images: choices,
            thumbnail: patch.thumbnail,
            lifecycle: opensProduct ? try? product.lifecycle.changed(to: .open, at: now, by: rules) : nil,
            updatedAt: now,
            waits: isApproved && ListingField.allCases.contains { $0.needsApproval && changes($0, showing: choices) }
        )
    }

    /// Whether the edit opens a sold product again, because it sets a stock.
    private var opensProduct: Bool { own.product.state.kind == .sold && patch.stock != nil && listing.stock > 0 }

    /// Returns whether the edit gives a field that operators approve another value. Another order of the same images isn't one.
    private func changes(_ field: ListingField, showing choices: [ProductEdit.ImageChoice]?) -> Bool {
        let before = own.product
        switch field {
        case .contact: return patch.contact.map { ListingRules.contact(from: $0) != own.contact } ?? false
        case .images:
            let names = choices?.compactMap { choice in
                switch choice {
                case .kept(let id): before.images.first { $0.id == id }?.name
                case .new(let image): image.name
                }
            }
            return names.map { Set($0) != Set(before.images.map(\.name)) } ?? false
        default: return listing.text(of: field) != before.listing.text(of: field)
        }
    }

    private static func existing(_ sources: [ProductImageSource]) -> [ProductImage.ID] {
        sources.compactMap { if case .existing(let id) = $0 { id } else { nil } }
    }

    private static func problem(with ids: [ProductImage.ID], of product: Product) -> ListingProblem? {
        if Set(ids).count < ids.count { return ListingProblem(.keptImages, .repeatedImage) }
        let known = Set(product.images.map(\.id))
        return known.isSuperset(of: ids) ? nil : ListingProblem(.keptImages, .unknownImage)
    }
}

extension ProductPatch {
    /// Removes prices that the client was sent rounded to whole units, and sends back as it got them.
    fileprivate mutating func removeUnchanged(_ pricing: Pricing) {
        guard !(pricing.price.isWhole && pricing.discount.isWhole), currency ?? pricing.currency == pricing.currency
        else {
            return
        }
        let (sent, sentSale) = (pricing.price.wholeUnitsRoundedHalfUp, pricing.salePrice.wholeUnitsRoundedHalfUp)
        func isUnchanged(_ amount: DecimalAmount?, _ units: Int64) -> Bool {
            amount.map { $0 == DecimalAmount(units) } ?? true
        }
        guard isUnchanged(price, sent), isUnchanged(discount, sent - sentSale), isUnchanged(salePrice?.amount, sentSale)
        else { return }
        (price, discount, salePrice, currency) = (nil, nil, nil, nil)
    }
}

/// The source of an image that a product is to show.
public enum ProductImageSource: Hashable, Sendable {
    case existing(ProductImage.ID)
    /// A stored image from a form that was rejected.
    case draft(NewImage)
    /// An image of the request, by its index from 0.
    case upload(Int)

    /// The representation in a request's fingerprint. Fingerprints are stored for a day, also across an upgrade, so it
    /// must never change.
    var fingerprintText: String {
        switch self {
        case .existing(let id): "existing(\(id.rawValue))"
        case .draft(let image): "draft(\(image.name.hexDigits))"
        case .upload(let index): "upload(\(index))"
        }
    }

    /// Returns the sources of all images of a request, in order.
    static func all(_ images: [UploadedImage]) -> [ProductImageSource] { images.indices.map { .upload($0) } }
}

extension Listing {
    /// Returns the name, the description or an attribute as a text; nil for an attribute that isn't given, and for other fields.
    func text(of field: ListingField) -> String? {
        switch field {
        case .name: name
        case .description: description
        default: attributes[value: field].map(field.text)
        }
    }
}
