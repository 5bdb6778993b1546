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
    let access: SellerAccess
    let editProduct: EditProduct
    let tickets: EditTickets
    let drafts: DraftImages
    let site: PageResponder
    let forms: WebFormReader

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.edit), use: show)
        router.post(.page(.edit), use: open)
        router.post(.page(.product), use: save)
    }

    /// Shows the form to visitors with a ticket, and asks others for the password.
    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let (product, _) = try await showProduct.inAnyState(try context.productID())
        let visitor = Visitor(request)
        guard let ticket = visitor.ticket, try await tickets.grant(ticket, for: product.id) != nil
        else {
            let isShown = try await access.shows(product, to: visitor)
            return site.form(request, visitor) { _ in
                PasswordPage(kind: .edit, product: product, showsProduct: isShown, from: request.from)
            }
        }
        let contact = try await showProduct.storedContact(of: product.id)
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
                var cookies = [site.ticketCookie(ticket, for: id, request)]
                // From now on, this browser changes the state without the password.
                let browser = visitor.browser ?? BrowserKey()
                if let grant = try await tickets.grant(ticket, for: id) {
                    try await access.rights.issue(grant, to: browser)
                }
                if visitor.browser == nil {
                    cookies.append(site.cookie(Visitor.browserCookie, browser.text, request))
                }
                return site.redirect(to: form, request, cookies: cookies)
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
        var draft = try await self.draft(form, id)
        var formError = FormErrorResponse(ticket: form["ticket"] ?? "")
        guard form.hasValidToken else {
            formError.reject(.forbidden, texts[.sendAgain])
            formError.renew = "/products/\(id.rawValue)/edit"
            return await rejection(formError, draft, source, request, visitor)
        }
        do {
            var grant = try await tickets.grant(form["ticket"] ?? "", for: id)
            if grant == nil, let secret = form["secret"] {
                formError.asksPassword = true
                let ticket = try await tickets.issue(for: id, secret: secret, from: source)
                formError.ticket = ticket
                formError.asksPassword = false
                grant = try await tickets.grant(ticket, for: id)
            }
            guard let grant else { throw WebError.expiredTicket }
            if form["remove"] != nil { return await rejection(formError, draft, source, request, visitor) }
            for _ in 0..<Self.attempts {
                guard draft.conflicts.isEmpty else {
                    formError.status = .conflict
                    return await rejection(formError, draft, source, request, visitor)
                }
                guard let saved = try await edit(id, draft.change(grant), from: source) else {
                    draft = try await self.draft(form, id)
                    continue
                }
                if saved.version != draft.product.version { context.logger.edited(saved) }
                await drafts.remove(draft.images.draftTokens)
                return site.redirect(to: form.from.leadingBack(from: "/products/\(id.rawValue)"), request)
            }
            throw MarketError.busy
        } catch WebError.expiredTicket {
            formError.reject(.forbidden, texts[.passwordAgain])
            formError.asksPassword = true
            return await rejection(formError, draft, source, request, visitor)
        } catch let error as MarketError {
            if error == .unknownProduct || error == .deletedProduct { throw error }
            formError.reject(error, draft.images, visitor.language)
            // A missing password counts as a wrong one.
            if formError.asksPassword, error.isAboutPassword {
                formError.problems = [FormProblem(field: .password, sentence: texts[.wrongPassword])]
            }
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
        let (product, _) = try await showProduct.inAnyState(id)
        let contact = try await showProduct.storedContact(of: id)
        return try await EditDraft(form, of: product, contact: contact, drafts: drafts)
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
                product: draft.product,
                contact: draft.contact,
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
            response.message = comparison.conflictSentence(in: visitor.language)
            response.version = draft.product.version
            response.newer = comparison.newer(in: visitor.language)
            response.changedElsewhere = draft.changedElsewhere.map { ($0, draft.now[$0]) }
        }
        let uploads = RejectedUploads(form: form, images: draft.images, drafts: drafts, client: client)
        return await site.rejection(response, uploads, request, visitor) { page($0, $1) }
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
        _ visitor: Visitor,
        _ action: String? = nil,
        _ back: String? = nil
    ) async throws -> Response {
        let waitSeconds: Int?
        switch error {
        // A missing password counts as a wrong one.
        case .wrongSecret, .invalid: waitSeconds = nil
        case .tooManyAttempts(let seconds): waitSeconds = seconds
        default: throw error
        }
        let (product, _) = try await showProduct.inAnyState(id)
        var response = form(request, visitor, status: waitSeconds == nil ? .forbidden : .tooManyRequests) { _ in
            PasswordPage(
                kind: kind,
                product: product,
                showsProduct: product.state.isPublic,
                action: action.flatMap { DeskAction(rawValue: $0) },
                back: back.map { request.returnPath($0) },
                isWrong: true,
                waitSeconds: waitSeconds,
                from: from
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
