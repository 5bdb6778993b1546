import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// The form of a new listing.
struct ListingPages: Sendable {
    /// How often, and how long each time, a second tap waits for what the first one has begun.
    private static let waits = 150
    private static let waitingTime = Duration.milliseconds(200)

    let site: WebSite
    let forms: WebFormReader

    private var services: MarketServices { site.services }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.newListing), use: show)
        router.post(.page(.products), use: post)
    }

    @Sendable private func show(_ request: Request, _: MarketRequestContext) async throws -> Response {
        let visitor = Visitor(request)
        let seller = try await site.vendor(of: visitor)?.name
        return site.form(request, visitor, listsAs: RandomText.makeIdentifier()) { _ in
            ListingFormPage(
                values: FormValues(stock: "1", seller: seller ?? ""),
                key: RandomText.make(),
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
            refusesUnproved: false
        ) { form in
            try await services.drafts.holding(form.all("kept")) {
                try await answer(form, request, visitor, context)
            }
        }
    }

    private func answer(
        _ form: WebForm,
        _ request: Request,
        _ visitor: Visitor,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let texts = WebTexts(language: visitor.language)
        let reading = FormReading(form: form)
        let pictures = await PictureChoice(form, of: nil, drafts: services.drafts)
        var refused = Refused(reading: reading, pictures: pictures, client: context.clientAddress)
        guard form.isProved else {
            refused.message = texts[.sendAgain]
            refused.renew = "/products/new"
            return await again(refused, request, visitor, status: .forbidden)
        }
        // A button that takes a picture away sends the form too.
        if form["remove"] != nil { return await again(refused, request, visitor, status: .ok) }
        guard let identifier = visitor.identifier ?? RandomText.makeIdentifier() else {
            throw MarketError.missingIdentifier
        }
        let key = form["key"].flatMap { RequestKey($0, of: identifier) }
        do {
            let outcome = try await list(reading, pictures, by: identifier, key, request, context)
            await services.drafts.forget(pictures.draftTokens)
            return site.redirect(
                to: form.from.leadingBack(from: "/products/\(outcome.product.id.rawValue)"),
                request,
                status: .created,
                cookies: visitor.identifier == nil
                    ? [site.cookie(Visitor.identityCookie, identifier.text, request)] : []
            )
        } catch MarketError.keyReused {
            // An answer got lost, and something was changed since: what was listed is shown, and what is in the form
            // now would be another listing.
            if let key { refused.listed = try await services.list.product(listedWith: key)?.id }
            refused.message = texts[.listedAlready]
            refused.key = RandomText.make()
            return await again(refused, request, visitor, status: .conflict)
        } catch let error as MarketError {
            let translation = ErrorTranslator().translate(error, language: visitor.language)
            refused.problems = FormReading.problems(error, visitor.language)
            if case .unusableImage(let upload, let error) = error {
                refused.problems = [pictures.problem(ofUpload: upload, error, visitor.language)]
            }
            return await again(
                refused,
                request,
                visitor,
                status: .init(code: translation.answer.status),
                headers: translation.headers
            )
        }
    }

    private func list(
        _ reading: FormReading,
        _ pictures: PictureChoice,
        by identifier: VendorIdentifier,
        _ key: RequestKey?,
        _ request: Request,
        _ context: MarketRequestContext
    ) async throws -> ListForSale.Outcome {
        let seller = ListForSale.Seller(identifier: identifier, name: reading.form["seller"])
        try await services.list.authorize(seller, from: context.clientAddress)
        let fields = reading.listing
        let wanted = ListForSale.Request(
            draft: fields.draft,
            secret: fields.secret,
            images: reading.form.images,
            pictures: pictures.sources,
            problems: reading.values.amountProblems + fields.problems
        )
        let source = context.clientAddress
        for _ in 0..<Self.waits {
            do {
                let outcome = try await services.list.once(key) {
                    try await services.list(wanted, by: seller, key: key, from: source)
                }
                context.logger.info(
                    "listed",
                    metadata: ["product": "\(outcome.product.id.rawValue)", "edition": "web"]
                )
                return outcome
            } catch MarketError.requestUnderWay {
                // A second tap: it is led to what the first one has listed.
                try await Task.sleep(for: Self.waitingTime)
            }
        }
        throw MarketError.busy
    }

    /// A form that was not carried out.
    private struct Refused {
        let reading: FormReading
        let pictures: PictureChoice
        let client: ClientAddress
        var problems: [FormProblem] = []
        /// What is said about the form as a whole.
        var message: String?
        var renew: String?
        var listed: Product.ID?
        /// Another key for the form; nil keeps its own.
        var key: String?
    }

    /// The form again, with everything that was typed and chosen; a script, which has that, is told what was wrong.
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
            return FormAnswer(
                problems: problems,
                message: marksFields ? WebTexts(language: visitor.language)[.problemsTitle] : nil,
                renew: refused.renew,
                key: refused.key,
                listed: refused.listed.map { "/products/\($0.rawValue)" }
            ).response(status: status, headers: headers)
        }
        let origin = site.origins.origin(for: site.origins.destination(of: request.head))
        let (kept, failures) = await refused.pictures.keptPictures(
            refused.reading.form,
            drafts: services.drafts,
            client: refused.client,
            origin: origin
        )
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { FormReading.problems($0.1, visitor.language) }
        }
        // An answer that a browser shows for a form with mistakes.
        let status: HTTPResponse.Status = status == .badRequest ? .unprocessableContent : status
        var response = site.form(request, visitor, status: status, listsAs: RandomText.makeIdentifier()) { _ in
            ListingFormPage(
                values: refused.reading.values,
                kept: kept,
                problems: problems,
                key: refused.key ?? refused.reading.form["key"] ?? RandomText.make(),
                listed: refused.listed,
                from: refused.reading.form.from
            )
        }
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
