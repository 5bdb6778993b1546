import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// The pages for a new listing.
struct ListingPages: Sendable {
    /// How often, and how long each time, a repeated submission waits for the first one.
    private static let waits = 150
    private static let waitingTime = Duration.milliseconds(200)

    let listForSale: ListForSale
    let idempotency: ListingIdempotency
    let drafts: any DraftImageStore
    let site: PageResponder
    let forms: WebFormReader

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.newListing), use: show)
        router.post(.page(.products), use: post)
    }

    @Sendable private func show(_ request: Request, _: MarketRequestContext) async throws -> Response {
        let visitor = Visitor(request)
        let seller = try await site.vendor(of: visitor)?.name
        return site.form(request, visitor, listsAs: RandomToken.makeIdentifier()) { _ in
            ListingFormPage(
                values: TypedListing(stock: "1", seller: seller ?? ""),
                key: RandomToken.make(),
                from: request.from
            )
        }
    }

    @Sendable private func post(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = Visitor(request)
        return try await forms.withForm(
            of: request,
            sentBy: context.clientAddress,
            from: visitor,
            requiresToken: false
        ) { form in
            try await drafts.holding(form.all("kept")) {
                try await response(form, request, visitor, context)
            }
        }
    }

    private func response(
        _ form: WebForm,
        _ request: Request,
        _ visitor: Visitor,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let texts = WebTexts(language: visitor.language)
        let reading = FormReading(form: form)
        let images = await FormImages(form, of: nil, drafts: drafts)
        var refused = Refused(reading: reading, images: images, client: context.clientAddress)
        guard form.hasValidToken else {
            refused.message = texts[.sendAgain]
            refused.renew = "/products/new"
            return await again(refused, request, visitor, status: .forbidden)
        }
        // The button that removes an image submits the form, too.
        if form["remove"] != nil { return await again(refused, request, visitor, status: .ok) }
        guard let identifier = visitor.identifier ?? RandomToken.makeIdentifier() else {
            throw MarketError.missingIdentifier
        }
        let key = form["key"].flatMap { RequestKey($0, of: identifier) }
        do {
            let outcome = try await list(reading, images, by: identifier, key, request, context)
            await drafts.forget(images.draftTokens)
            return site.redirect(
                to: form.from.leadingBack(from: "/products/\(outcome.product.id.rawValue)"),
                request,
                status: .created,
                cookies: visitor.identifier == nil
                    ? [site.cookie(Visitor.identityCookie, identifier.text, request)] : []
            )
        } catch MarketError.keyReused {
            // A response got lost, and the form was changed since. The listed product is shown, and the form gets a new
            // key for another listing.
            if let key { refused.listed = try await idempotency.product(listedWith: key)?.id }
            refused.message = texts[.listedAlready]
            refused.key = RandomToken.make()
            return await again(refused, request, visitor, status: .conflict)
        } catch let error as MarketError {
            let translation = ErrorTranslator().translate(error, language: visitor.language)
            refused.problems = FormReading.problems(error, visitor.language)
            if case .unusableImage(let upload, let error) = error {
                refused.problems = [images.problem(ofUpload: upload, error, visitor.language)]
            }
            return await again(
                refused,
                request,
                visitor,
                status: .init(code: translation.response.status),
                headers: translation.headers
            )
        }
    }

    private func list(
        _ reading: FormReading,
        _ images: FormImages,
        by identifier: VendorIdentifier,
        _ key: RequestKey?,
        _ request: Request,
        _ context: MarketRequestContext
    ) async throws -> ListForSale.Outcome {
        let seller = ListForSale.Seller(identifier: identifier, name: reading.form["seller"])
        try await listForSale.authorize(seller, from: context.clientAddress)
        let fields = reading.listing
        let wanted = ListForSale.Request(
            draft: fields.draft,
            secret: fields.secret,
            uploads: reading.form.images,
            images: images.sources,
            problems: reading.values.amountProblems + fields.problems
        )
        let source = context.clientAddress
        for _ in 0..<Self.waits {
            do {
                let outcome = try await idempotency.once(key) {
                    try await listForSale(wanted, by: seller, key: key, from: source)
                }
                context.logger.info(
                    "listed",
                    metadata: ["product": "\(outcome.product.id.rawValue)", "edition": "web"]
                )
                return outcome
            } catch MarketError.requestInFlight {
                // A repeated submission is redirected to the product that the first one has listed.
                try await Task.sleep(for: Self.waitingTime)
            }
        }
        throw MarketError.busy
    }

    /// A form that was rejected.
    private struct Refused {
        let reading: FormReading
        let images: FormImages
        let client: ClientAddress
        var problems: [FormProblem] = []
        /// The message about the form as a whole.
        var message: String?
        var renew: String?
        var listed: Product.ID?
        /// A new key for the form; nil keeps its own.
        var key: String?
    }

    /// Returns the form with everything that was entered; scripts, which keep it themselves, get only the errors.
    private func again(
        _ refused: Refused,
        _ request: Request,
        _ visitor: Visitor,
        status: HTTPResponse.Status,
        headers: HTTPFields = [:]
    ) async -> Response {
        var problems = refused.message.map { [FormProblem(field: nil, sentence: $0)] } ?? refused.problems
        if request.wantsJSON {
            let marksFields = problems.contains { $0.field != nil }
            return FormErrorResponse(
                problems: problems,
                message: marksFields ? WebTexts(language: visitor.language)[.problemsTitle] : nil,
                renew: refused.renew,
                key: refused.key,
                listed: refused.listed.map { "/products/\($0.rawValue)" }
            ).response(status: status, headers: headers)
        }
        let origin = site.origins.origin(for: site.origins.cacheVariant(of: request.head))
        let (kept, failures) = await refused.images.keptImages(
            refused.reading.form,
            drafts: drafts,
            client: refused.client,
            origin: origin
        )
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { FormReading.problems($0.1, visitor.language) }
        }
        // A status with which browsers show the form and its errors.
        let status: HTTPResponse.Status = status == .badRequest ? .unprocessableContent : status
        var response = site.form(request, visitor, status: status, listsAs: RandomToken.makeIdentifier()) { _ in
            ListingFormPage(
                values: refused.reading.values,
                kept: kept,
                problems: problems,
                key: refused.key ?? refused.reading.form["key"] ?? RandomToken.make(),
                listed: refused.listed,
                from: refused.reading.form.from
            )
        }
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
