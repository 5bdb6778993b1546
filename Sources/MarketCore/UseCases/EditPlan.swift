import MarketModels

/// What a request makes of a product, checked as a whole.
struct EditPlan {
    /// To be kept before the edit can be made.
    let newImages: [UploadedImage]

    private let product: Product
    private let patch: ProductPatch
    private let listing: Listing
    /// Nil leaves the pictures as they are.
    private let sources: [PictureSource]?

    /// - Throws: `MarketError.invalid` with everything that is wrong.
    init(of product: Product, by request: EditProduct.Request, prices: PricePolicy) throws(MarketError) {
        self.product = product
        patch = request.patch
        var problems: [ListingProblem] = []
        do {
            listing = try ListingRules.apply(
                request.patch,
                to: product.listing,
                after: request.problems,
                prices: prices
            )
        } catch {
            listing = product.listing
            problems += error.all
        }
        switch request.pictures {
        case .none:
            sources = nil
            newImages = []
        case .keep(let ids, let images):
            let kept = ids ?? product.pictures.map(\.id)
            sources = kept.map { .existing($0) } + PictureSource.all(images)
            newImages = images
        case .arrange(let arranged, let images):
            sources = arranged
            newImages = images
        }
        if let sources {
            if let problem = Self.problem(with: Self.existing(sources), of: product) { problems.append(problem) }
            let count = sources.count
            if count < request.pictureCount.lowerBound {
                problems.append(ListingProblem(.images, .tooFew(minimum: request.pictureCount.lowerBound)))
            } else if count > request.pictureCount.upperBound {
                problems.append(ListingProblem(.images, .tooMany(maximum: request.pictureCount.upperBound)))
            }
        }
        let shown = sources.map(Self.existing) ?? product.pictures.map(\.id)
        if let thumbnail = patch.thumbnail, !shown.contains(thumbnail) {
            problems.append(ListingProblem(.thumbnail, .unknownPicture))
        }
        if let problems = ListingProblems(problems) { throw .invalid(problems) }
    }

    /// - Parameter pictures: what became of ``newImages``.
    func edit(adding pictures: [NewPicture], at now: Timestamp) -> ProductEdit {
        ProductEdit(
            id: product.id,
            expectedVersion: product.version,
            listing: listing,
            contact: patch.contact.map { .set($0.isEmpty ? nil : $0) } ?? .unchanged,
            pictures: sources.map { sources in
                sources.map { source in
                    switch source {
                    case .existing(let id): .kept(id)
                    case .draft(let picture): .new(picture)
                    case .upload(let index): .new(pictures[index])
                    }
                }
            },
            thumbnail: patch.thumbnail,
            updatedAt: now
        )
    }

    private static func existing(_ sources: [PictureSource]) -> [Picture.ID] {
        sources.compactMap { if case .existing(let id) = $0 { id } else { nil } }
    }

    private static func problem(with ids: [Picture.ID], of product: Product) -> ListingProblem? {
        if Set(ids).count < ids.count { return ListingProblem(.keptPictures, .repeatedPicture) }
        let known = Set(product.pictures.map(\.id))
        return known.isSuperset(of: ids) ? nil : ListingProblem(.keptPictures, .unknownPicture)
    }
}
