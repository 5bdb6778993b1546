import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// The pages for editing a product: the password first, then the form (UX.md, “Editing”).
struct EditingPages: Sendable {
    let showProduct: ShowProduct
    let editProduct: EditProduct
    let tickets: EditTickets
    let drafts: any DraftImageStore
    let site: PageResponder
    let forms: WebFormReader

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.edit), use: show)
        router.post(.page(.edit), use: open)
        router.post(.page(.product), use: save)
    }

    /// Shows the form to visitors with a ticket, and asks others for the password.
    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let (product, _) = try await showProduct(try context.productID())
        let visitor = Visitor(request)
        guard let ticket = visitor.ticket, try await tickets.grant(ticket, for: product.id) != nil
        else {
            return site.form(request, visitor) { _ in
                PasswordPage(kind: .edit, product: product, from: request.from)
            }
        }
        let contact = try await showProduct.contact(of: product.id)
        let origin = site.origins.origin(for: site.origins.cacheVariant(of: request.head))
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

    /// Checks the password and issues a ticket.
    @Sendable private func open(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = Visitor(request)
        return try await forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let source = context.clientAddress
            do {
                let ticket = try await tickets.issue(for: id, secret: form["password"], from: source)
                let form = form.from.leadingBack(from: "/products/\(id.rawValue)/edit")
                return site.redirect(to: form, request, cookies: [site.ticketCookie(ticket, for: id, request)])
            } catch let error as MarketError where !request.wantsJSON {
                return try await site.passwordAgain(.edit, id, error, form.from, request, visitor)
            }
        }
    }

    @Sendable private func save(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = Visitor(request)
        return try await forms.withForm(
            of: request,
            sentBy: context.clientAddress,
            from: visitor,
            requiresToken: false
        ) { form in
            try await drafts.holding(form.all("kept")) {
                try await save(form, id, request, visitor, context)
            }
        }
    }

    /// The number of times that an edit is merged with a newer version before it fails.
    private static let attempts = 4

    private func save(
        _ form: WebForm,
        _ id: Product.ID,
        _ request: Request,
        _ visitor: Visitor,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let source = context.clientAddress
        let texts = WebTexts(language: visitor.language)
        var refused = Refused(draft: try await draft(form, id), ticket: form["ticket"] ?? "", client: source)
        guard form.hasValidToken else {
            refused.message = texts[.sendAgain]
            refused.renew = "/products/\(id.rawValue)/edit"
            return await again(refused, request, visitor, status: .forbidden)
        }
        do {
            var grant = try await tickets.grant(refused.ticket, for: id)
            if grant == nil, let secret = form["secret"] {
                refused.asksPassword = true
                refused.ticket = try await tickets.issue(for: id, secret: secret, from: source)
                refused.asksPassword = false
                grant = try await tickets.grant(refused.ticket, for: id)
            }
            guard let grant else { throw WebError.expiredTicket }
            if form["remove"] != nil { return await again(refused, request, visitor, status: .ok) }
            for _ in 0..<Self.attempts {
                guard refused.draft.conflicts.isEmpty else {
                    return await again(refused, request, visitor, status: .conflict)
                }
                guard let saved = try await edit(id, refused.draft.change(grant), from: source) else {
                    refused.draft = try await draft(form, id)
                    continue
                }
                if saved.version != refused.draft.product.version { context.logger.edited(saved) }
                await drafts.forget(refused.draft.images.draftTokens)
                return site.redirect(
                    to: form.from.leadingBack(from: "/products/\(id.rawValue)"),
                    request,
                    cookies: [site.ticketCookie(nil, for: id, request)]
                )
            }
            throw MarketError.busy
        } catch WebError.expiredTicket {
            refused.asksPassword = true
            refused.message = texts[.passwordAgain]
            return await again(refused, request, visitor, status: .forbidden)
        } catch let error as MarketError {
            if error == .unknownProduct || error == .deletedProduct { throw error }
            let translation = ErrorTranslator().translate(error, language: visitor.language)
            refused.problems = FormReading.problems(error, visitor.language)
            if case .unusableImage(let upload, let error) = error {
                refused.problems = [refused.draft.images.problem(ofUpload: upload, error, visitor.language)]
            }
            // A missing password counts as a wrong one.
            if refused.asksPassword, error.isAboutPassword {
                refused.problems = [FormProblem(field: .password, sentence: texts[.wrongPassword])]
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

    /// - Returns: The product; nil if someone else has changed it meanwhile.
    private func edit(
        _ id: Product.ID,
        _ change: EditProduct.Request,
        from source: ClientAddress
    ) async throws -> Product? {
        do {
            return try await editProduct(change, to: id, from: source)
        } catch {
            switch error {
            case .versionConflict: return nil
            // The product has got another password meanwhile.
            case .wrongSecret: throw WebError.expiredTicket
            default: throw error
            }
        }
    }

    private func draft(_ form: WebForm, _ id: Product.ID) async throws -> EditDraft {
        let (product, _) = try await showProduct(id)
        let contact = try await showProduct.contact(of: id)
        return await EditDraft(form, of: product, contact: contact, drafts: drafts)
    }

    /// An edit that was rejected.
    private struct Refused {
        var draft: EditDraft
        var ticket: String
        let client: ClientAddress
        var asksPassword = false
        var problems: [FormProblem] = []
        /// The message about the form as a whole.
        var message: String?
        var renew: String?
    }

    /// Returns the form with everything that was entered; scripts, which keep it themselves, get only the errors.
    private func again(
        _ refused: Refused,
        _ request: Request,
        _ visitor: Visitor,
        status: HTTPResponse.Status,
        headers: HTTPFields = [:]
    ) async -> Response {
        let draft = refused.draft
        var problems = refused.message.map { [FormProblem(field: nil, sentence: $0)] } ?? refused.problems
        let isConflict = status == .conflict && !draft.conflicts.isEmpty
        func page(kept: [KeptImage]) -> EditFormPage {
            EditFormPage(
                product: draft.product,
                contact: draft.contact,
                values: draft.values,
                base: draft.base,
                version: draft.baseVersion,
                kept: kept,
                baseImages: draft.baseImages,
                problems: problems,
                ticket: refused.ticket,
                asksPassword: refused.asksPassword,
                conflicts: isConflict ? draft.conflicts : [],
                from: draft.reading.form.from
            )
        }
        if request.wantsJSON {
            let marksFields = problems.contains { $0.field != nil }
            var response = FormErrorResponse(
                problems: problems,
                message: marksFields ? WebTexts(language: visitor.language)[.problemsTitle] : nil,
                renew: refused.renew,
                ticket: refused.ticket,
                asksPassword: refused.asksPassword
            )
            if isConflict {
                let page = page(kept: [])
                response.message = page.conflictSentence(in: visitor.language)
                response.version = draft.product.version
                response.newer = page.newer(in: visitor.language)
                response.taken = draft.taken.map { ($0, draft.now[$0]) }
            }
            return response.response(status: status, headers: headers)
        }
        let origin = site.origins.origin(for: site.origins.cacheVariant(of: request.head))
        let (kept, failures) = await draft.images.keptImages(
            draft.reading.form,
            drafts: drafts,
            client: refused.client,
            origin: origin
        )
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { FormReading.problems($0.1, visitor.language) }
        }
        // A status with which browsers show the form and its errors.
        let status: HTTPResponse.Status = status == .badRequest ? .unprocessableContent : status
        var response = site.form(request, visitor, status: status) { _ in page(kept: kept) }
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    private static func kept(_ product: Product, _ origin: Origin) -> [KeptImage] {
        product.images.map { image in
            KeptImage(
                token: String(image.id.rawValue),
                thumbnailURL: ImageFile(image.name, .thumbnail).url(at: origin)
            )
        }
    }
}

extension PageResponder {
    /// Asks for the password again, and says what was wrong with the last one.
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
        // A missing password counts as a wrong one.
        case .wrongSecret, .invalid: waitSeconds = nil
        case .tooManyAttempts(let seconds): waitSeconds = seconds
        default: throw error
        }
        let (product, _) = try await showProduct(id)
        var response = form(request, visitor, status: waitSeconds == nil ? .forbidden : .tooManyRequests) { _ in
            PasswordPage(kind: kind, product: product, isWrong: true, waitSeconds: waitSeconds, from: from)
        }
        if let waitSeconds { response.headers[.retryAfter] = String(waitSeconds) }
        return response
    }
}

extension MarketError {
    /// Whether the error is a wrong or a missing password.
    fileprivate var isAboutPassword: Bool {
        switch self {
        case .wrongSecret, .invalid: true
        default: false
        }
    }
}
