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
        return site.form(request, visitor) { _ in
            ListingFormPage(
                values: FormValues(stock: "1", seller: seller ?? ""),
                key: RandomText.make(),
                from: request.from
            )
        }
    }

    @Sendable private func post(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = Visitor(request)
        return try await forms.withForm(of: request, from: visitor) { form in
            try await answer(form, request, visitor, context)
        }
    }

    private func answer(
        _ form: WebForm,
        _ request: Request,
        _ visitor: Visitor,
        _ context: MarketRequestContext
    ) async throws -> Response {
        guard let identifier = visitor.identifier ?? RandomText.makeIdentifier() else {
            throw MarketError.missingIdentifier
        }
        let reading = FormReading(form: form)
        let pictures = await PictureChoice(form, of: nil, drafts: services.drafts)
        // A button that takes a picture away sends the form too.
        if form["remove"] != nil { return await again(reading, pictures, [], request, visitor, status: .ok) }
        do {
            let outcome = try await list(reading, pictures, by: identifier, request, context)
            await services.drafts.forget(pictures.draftTokens)
            return site.redirect(
                to: form.from.leadingBack(from: "/products/\(outcome.product.id.rawValue)"),
                request,
                status: .created,
                cookies: visitor.identifier == nil
                    ? [site.cookie(Visitor.identityCookie, identifier.text, request)] : []
            )
        } catch let error as MarketError where !request.wantsJSON {
            let status = ErrorTranslator().translate(error, language: visitor.language).answer.status
            return await again(
                reading,
                pictures,
                FormReading.problems(error, visitor.language),
                request,
                visitor,
                status: status == 400 ? .unprocessableContent : .init(code: status)
            )
        }
    }

    private func list(
        _ reading: FormReading,
        _ pictures: PictureChoice,
        by identifier: VendorIdentifier,
        _ request: Request,
        _ context: MarketRequestContext
    ) async throws -> ListForSale.Outcome {
        let seller = ListForSale.Seller(identifier: identifier, name: reading.form["seller"])
        try await services.list.authorize(seller)
        let fields = reading.listing
        let wanted = ListForSale.Request(
            draft: fields.draft,
            secret: fields.secret,
            images: reading.form.images,
            pictures: pictures.sources,
            problems: fields.problems + reading.advice()
        )
        let key = reading.form["key"].flatMap { RequestKey($0, of: identifier) }
        let source = site.origins.clientAddress(of: request.head, connection: context.connectionAddress)
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

    /// The form again, with everything that was typed and chosen.
    private func again(
        _ reading: FormReading,
        _ pictures: PictureChoice,
        _ problems: [FormProblem],
        _ request: Request,
        _ visitor: Visitor,
        status: HTTPResponse.Status
    ) async -> Response {
        let origin = site.origins.origin(for: site.origins.destination(of: request.head))
        let (kept, failures) = await pictures.keptPictures(reading.form, drafts: services.drafts, origin: origin)
        var problems = problems
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { FormReading.problems($0.1, visitor.language) }
        }
        return site.form(request, visitor, status: status) { _ in
            ListingFormPage(
                values: reading.values,
                kept: kept,
                problems: problems,
                key: reading.form["key"] ?? RandomText.make(),
                from: reading.form.from
            )
        }
    }
}
