import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages for editing a product: the password first, then the form (UX.md, “Editing”).
struct EditingPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.edit), use: show)
        router.post(.page(.edit), use: open)
        router.post(.page(.product), use: save)
    }

    /// Shows the form to visitors with a ticket, and asks others for the password.
    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        guard let ticket = visitor.ticket(for: id),
            let proof = try await site.services.passwordProof(of: visitor, for: id)
        else {
            let product = try await site.services.view(id, for: visitor).product
            return site.form(request, visitor) { _ in
                PasswordPage(kind: .edit, id: id, product: product, from: request.from)
            }
        }
        let own = try await site.services.showProduct(proof)
        // What would be refused isn't asked for.
        if let refusal = try await site.refusal(ofSeller: own.product.vendor, request, visitor) { return refusal }
        if let lock = own.lock {
            let page = MessagePage(kind: .locked, reason: lock.reason)
            return site.page(page, site.context(request, visitor), status: .forbidden).forSellerOnly
        }
        let origin = site.origins.origin(of: request.head)
        return site.form(request, visitor) { _ in
            EditFormPage(
                own,
                kept: Self.kept(own.product, origin),
                ticket: ticket,
                from: request.from
            )
        }
    }

    /// Checks the password and issues a ticket.
    @Sendable private func open(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let source = context.clientAddress
            do {
                let (_, cookies) = try await site.unlock(
                    id,
                    with: form["password"],
                    from: source,
                    keepsRight: form["once"] == nil,
                    request,
                    visitor
                )
                let form = form.from.leadingBack(from: "/products/\(id.rawValue)/edit")
                return site.redirect(to: form, request, cookies: cookies)
            } catch let error as MarketError where !request.wantsJSON {
                return try await site.passwordAgain(to: .edit, id, after: error, from: form.from, request, visitor)
            }
        }
    }

    @Sendable private func save(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        return try await site.forms.withImageForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            try await site.services.drafts.holding(form.all("kept")) {
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
        let texts = InterfaceTexts(language: visitor.language)
        var formError = FormErrorResponse(ticket: form["ticket"] ?? "")
        guard form.hasValidToken else {
            formError.reject(.forbidden, texts[visitor.csrf == nil ? .cookiesNeeded : .sendAgain])
            formError.renew = "/products/\(id.rawValue)/edit"
            return try await unproven(formError, form, id, source, request, visitor)
        }
        do {
            var proof = try await site.services.authenticator.ticket(form["ticket"] ?? "", for: id)
            if proof == nil, let secret = form["secret"] {
                formError.asksPassword = true
                let issued = try await site.services.tickets.issue(
                    for: id,
                    secret: secret,
                    from: source,
                    seller: try await site.services.seller(visitor, of: id),
                    to: visitor.browser
                )
                formError.ticket = issued.ticket
                formError.asksPassword = false
                proof = issued.proof
            }
            guard let proof else { throw ExpiredTicket() }
            return try await save(form, proof, formError, request, visitor, context)
        } catch is ExpiredTicket {
            formError.reject(.forbidden, texts[.passwordAgain])
            formError.asksPassword = true
        } catch let error as MarketError {
            if error.isAbsence { throw error }
            formError.reject(error, nil, visitor.language, by: site.translator)
            // A missing password counts as a wrong one.
            if error.isAboutPassword {
                formError.problems = [FormProblem(field: .password, sentence: texts[.wrongPassword])]
            }
        }
        return try await unproven(formError, form, id, source, request, visitor)
    }

    /// Saves what a form with the password, or a ticket for it, has sent.
    ///
    /// - Throws: ``ExpiredTicket`` if the product has got another password meanwhile.
    private func save(
        _ form: WebForm,
        _ proof: SellerProof,
        _ formError: FormErrorResponse,
        _ request: Request,
        _ visitor: Visitor,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let (id, source) = (proof.product, context.clientAddress)
        var formError = formError
        var draft = try await self.draft(form, proof)
        if form["remove"] != nil { return await rejection(formError, draft, source, request, visitor) }
        do {
            for _ in 0..<Self.attempts {
                guard draft.conflicts.isEmpty else {
                    formError.status = .conflict
                    return await rejection(formError, draft, source, request, visitor)
                }
                guard let saved = try await edit(id, draft.change(proof), from: source) else {
                    draft = try await self.draft(form, proof)
                    continue
                }
                if saved.version != draft.product.version { context.logger.edited(saved) }
                await site.services.drafts.remove(draft.images.draftTokens)
                return site.redirect(
                    to: form.from.leadingBack(from: "/products/\(id.rawValue)"),
                    request,
                    cookies: [site.doneCookie(.saved, with: id, request)]
                )
            }
            throw MarketError.busy
        } catch let error as MarketError {
            if error.isAbsence { throw error }
            formError.reject(error, draft.images, visitor.language, by: site.translator)
            return await rejection(formError, draft, source, request, visitor)
        }
    }

    /// - Returns: The product; nil if someone else has changed it meanwhile.
    private func edit(
        _ id: Product.ID,
        _ change: EditProduct.Request,
        from source: ClientAddress
    ) async throws -> Product? {
        do {
            return try await site.services.editProduct(change, to: id, from: source)
        } catch {
            switch error {
            case .versionConflict: return nil
            // The product has got another password meanwhile.
            case .wrongSecret: throw ExpiredTicket()
            default: throw error
            }
        }
    }

    private func draft(_ form: WebForm, _ proof: SellerProof) async throws -> EditDraft {
        try await EditDraft(form, of: try await site.services.showProduct(proof), drafts: site.services.drafts)
    }

    /// Shows the form again to somebody who has proven nothing: only with what was sent.
    private func unproven(
        _ error: FormErrorResponse,
        _ form: WebForm,
        _ id: Product.ID,
        _ client: ClientAddress,
        _ request: Request,
        _ visitor: Visitor
    ) async throws -> Response {
        let shown = try await site.services.showProduct.shown(id)
        let images = try await FormImages(form, of: shown, keepsUnknown: true, drafts: site.services.drafts)
        let uploads = RejectedUploads(form: form, images: images, client: client)
        let was = form["was-kept"] ?? ""
        return await site.rejection(error, uploads, request, visitor) { kept, problems in
            EditFormPage(
                id: id,
                current: nil,
                values: FormReading(form: form, currency: site.services.pricesOfForms.defaultCurrency).values,
                base: EditDraft.before(form, otherwise: TypedListing()),
                version: form["version"].flatMap { Int64($0) },
                kept: kept,
                baseImages: was.split(separator: ",").map(String.init),
                problems: problems,
                ticket: error.ticket ?? "",
                asksPassword: error.asksPassword,
                from: form.from
            )
        }
    }

    private func rejection(
        _ error: FormErrorResponse,
        _ draft: EditDraft,
        _ client: ClientAddress,
        _ request: Request,
        _ visitor: Visitor
    ) async -> Response {
        let form = draft.reading.form
        let conflicts = error.status == .conflict ? draft.conflicts : []
        func page(_ kept: [KeptImage], _ problems: [FormProblem]) -> EditFormPage {
            EditFormPage(
                draft.own,
                values: draft.values,
                base: draft.base,
                version: draft.baseVersion,
                kept: kept,
                baseImages: draft.baseImages,
                problems: problems,
                ticket: error.ticket ?? "",
                asksPassword: error.asksPassword,
                conflicts: conflicts,
                from: form.from
            )
        }
        var response = error
        if !conflicts.isEmpty {
            let comparison = page([], error.problems)
            let context = site.context(request, visitor)
            response.message = comparison.conflictSentence(context)
            response.version = draft.product.version
            response.newer = comparison.newer(context)
            response.changedElsewhere = draft.changedElsewhere.map { ($0, draft.now[$0]) }
        }
        let uploads = RejectedUploads(form: form, images: draft.images, client: client)
        return await site.rejection(response, uploads, request, visitor) { page($0, $1) }
    }

    private static func kept(_ product: Product, _ origin: Origin) -> [KeptImage] {
        product.images.map { image in
            KeptImage(token: String(image.id.rawValue), image.name, of: product, at: origin)
        }
    }
}

/// The ticket for the password has expired, or the password was changed.
private struct ExpiredTicket: Error, CustomStringConvertible {
    let description = "the ticket for the password has expired"
}

extension PageResponder {
    /// Asks for the password again, and says what was wrong with the last one.
    func passwordAgain(
        to kind: PasswordPage.Kind,
        _ id: Product.ID,
        after error: MarketError,
        from list: ListAddress,
        action: String? = nil,
        back: String? = nil,
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
        let product = try await services.showProduct.shown(id)
        var response = form(request, visitor, status: waitSeconds == nil ? .forbidden : .tooManyRequests) { _ in
            PasswordPage(
                kind: kind,
                id: id,
                product: product,
                action: action.flatMap { DeskAction(rawValue: $0) },
                back: back.map { request.returnPath($0) },
                isWrong: true,
                waitSeconds: waitSeconds,
                from: list
            )
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
