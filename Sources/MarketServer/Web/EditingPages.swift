import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// Editing: the password first, then the form (UX.md, “Editing”).
struct EditingPages: Sendable {
    let site: WebSite
    let forms: WebFormReader

    private var services: MarketServices { site.services }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.edit), use: show)
        router.post(.page(.edit), use: open)
        router.post(.page(.product), use: save)
    }

    /// The form for whoever has a ticket, and the question for the password for everybody else.
    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let (product, _) = try await services.show(try context.productID())
        let visitor = Visitor(request)
        guard let ticket = request.queryFields["ticket"],
            await services.tickets.grant(ticket, for: product.id) != nil
        else {
            return site.form(request, visitor) { _ in
                PasswordPage(kind: .edit, product: product, from: request.from)
            }
        }
        let contact = try await services.show.contact(of: product.id)
        let origin = site.origins.origin(for: site.origins.destination(of: request.head))
        return site.form(request, visitor) { _ in
            EditFormPage(
                product: product,
                contact: contact,
                kept: Self.kept(product, origin),
                ticket: ticket,
                from: request.from
            )
        }
    }

    /// Takes the password.
    @Sendable private func open(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = Visitor(request)
        return try await forms.withForm(of: request, from: visitor) { form in
            let source = site.origins.clientAddress(of: request.head, connection: context.connectionAddress)
            do {
                let ticket = try await services.tickets.issue(for: id, secret: form["password"], from: source)
                let form = form.from.leadingBack(from: "/products/\(id.rawValue)/edit", [("ticket", ticket)])
                return site.redirect(to: form, request)
            } catch let error as MarketError where !request.wantsJSON {
                return try await site.passwordAgain(.edit, id, error, form.from, request, visitor)
            }
        }
    }

    @Sendable private func save(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = Visitor(request)
        return try await forms.withForm(of: request, from: visitor) { form in
            guard let ticket = form["ticket"], let grant = await services.tickets.grant(ticket, for: id) else {
                throw WebError.expiredTicket
            }
            let (product, _) = try await services.show(id)
            let contact = try await services.show.contact(of: id)
            let draft = Draft(
                reading: FormReading(form: form),
                pictures: await PictureChoice(form, of: product, drafts: services.drafts),
                product: product,
                contact: contact,
                ticket: ticket
            )
            if form["remove"] != nil { return await again(draft, [], request, visitor, status: .ok) }
            do {
                // Somebody was faster: both states are shown before anything is written over.
                if let version = form["version"].flatMap({ Int64($0) }), version != product.version {
                    throw MarketError.versionConflict(product)
                }
                let saved = try await services.edit(
                    draft.change(grant),
                    to: id,
                    from: site.origins.clientAddress(of: request.head, connection: context.connectionAddress)
                )
                if saved.version != product.version { context.logger.edited(saved) }
            } catch MarketError.versionConflict(let newer) where request.wantsJSON {
                return draft.conflict(with: newer, visitor.language)
            } catch let error as MarketError where !request.wantsJSON {
                return try await refused(draft, error, request, visitor)
            }
            await services.tickets.void(ticket)
            await services.drafts.forget(draft.pictures.draftTokens)
            return site.redirect(to: form.from.leadingBack(from: "/products/\(id.rawValue)"), request)
        }
    }

    /// An edit as the form has it.
    private struct Draft {
        let reading: FormReading
        let pictures: PictureChoice
        let product: Product
        let contact: String?
        let ticket: String

        var values: FormValues { reading.values(of: product, contact: contact) }

        /// For scripts: a sentence that shows both, and the version with which it may be saved once it is seen.
        func conflict(with newer: Product, _ language: Language) -> Response {
            let page = EditFormPage(
                product: product,
                contact: contact,
                values: values,
                kept: [],
                ticket: ticket,
                conflict: newer
            )
            var json = JSONWriter(capacity: 512)
            json.beginObject()
            json.member("error", true)
            json.member("message", page.conflictSentence(in: language))
            json.member("version", newer.version)
            json.endObject()
            return .json(json.bytes, status: .conflict)
        }

        func change(_ grant: EditGrant) -> EditProduct.Request {
            let fields = reading.change(of: product, contact: contact)
            let before = product.pictures.map { PictureSource.existing($0.id) }
            let changesPictures = pictures.sources != before
            return EditProduct.Request(
                patch: fields.patch,
                authority: .grant(grant),
                pictures: changesPictures ? .arrange(pictures.sources, images: reading.form.images) : .none,
                // A product that never had a picture need not get one.
                pictureCount: before.isEmpty ? ListingRules.optionalPictureCount : ListingRules.pictureCount,
                problems: fields.problems + reading.advice(comparedWith: product),
                expectedVersions: [product.version]
            )
        }
    }

    private func refused(
        _ draft: Draft,
        _ error: MarketError,
        _ request: Request,
        _ visitor: Visitor
    ) async throws -> Response {
        switch error {
        case .versionConflict(let newer):
            return await again(draft, [], request, visitor, status: .conflict, conflict: newer)
        case .unknownProduct, .withdrawnProduct, .wrongSecret:
            throw error
        default:
            let status = ErrorTranslator().translate(error, language: visitor.language).answer.status
            return await again(
                draft,
                FormReading.problems(error, visitor.language),
                request,
                visitor,
                status: status == 400 ? .unprocessableContent : .init(code: status)
            )
        }
    }

    /// The form again, with everything that was typed and chosen.
    private func again(
        _ draft: Draft,
        _ problems: [FormProblem],
        _ request: Request,
        _ visitor: Visitor,
        status: HTTPResponse.Status,
        conflict: Product? = nil
    ) async -> Response {
        let origin = site.origins.origin(for: site.origins.destination(of: request.head))
        let (kept, failures) = await draft.pictures.keptPictures(
            draft.reading.form,
            drafts: services.drafts,
            origin: origin
        )
        var problems = problems
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { FormReading.problems($0.1, visitor.language) }
        }
        return site.form(request, visitor, status: status) { _ in
            EditFormPage(
                product: draft.product,
                contact: draft.contact,
                values: draft.values,
                kept: kept,
                problems: problems,
                ticket: draft.ticket,
                conflict: conflict,
                from: draft.reading.form.from
            )
        }
    }

    private static func kept(_ product: Product, _ origin: Origin) -> [KeptPicture] {
        product.pictures.map { picture in
            KeptPicture(
                token: String(picture.id.rawValue),
                thumbnailURL: PictureFile(picture.name, .thumbnail).url(at: origin)
            )
        }
    }
}

extension WebSite {
    /// Asks for the password once more, and says what was wrong with the last one.
    func passwordAgain(
        _ kind: PasswordPage.Kind,
        _ id: Product.ID,
        _ error: MarketError,
        _ from: ListAddress,
        _ request: Request,
        _ visitor: Visitor
    ) async throws -> Response {
        let waitSeconds: Int?
        switch error {
        // A password that is missing is as good as a wrong one.
        case .wrongSecret, .invalid: waitSeconds = nil
        case .tooManyAttempts(let seconds): waitSeconds = seconds
        default: throw error
        }
        let (product, _) = try await services.show(id)
        var response = form(request, visitor, status: waitSeconds == nil ? .forbidden : .tooManyRequests) { _ in
            PasswordPage(kind: kind, product: product, isWrong: true, waitSeconds: waitSeconds, from: from)
        }
        if let waitSeconds { response.headers[.retryAfter] = String(waitSeconds) }
        return response
    }
}
