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

    func addRoutes(to router: PageRouter) {
        router.get(.edit, use: show)
        router.post(.edit, use: open)
        router.post(.product, use: save)
    }

    /// Shows the form to visitors with a ticket, and asks others for the password.
    @Sendable private func show(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        guard let ticket = request.visitor.ticket(for: id),
            let proof = try await site.services.passwordProof(of: request.visitor, for: id)
        else {
            let product = try await site.services.view(id, for: request.visitor).product
            return request.form(PasswordPage(kind: .edit, id: id, product: product, from: request.from))
        }
        let own = try await site.services.showProduct(proof)
        // What would be refused isn't asked for.
        if let refusal = try await request.refusal(ofSeller: own.product.vendor) { return refusal }
        if let lock = own.lock {
            let page = MessagePage(kind: .locked, reason: lock.reason)
            return request.page(page, status: .forbidden).forSellerOnly
        }
        let kept = own.product.images.map { image in
            KeptImage(token: String(image.id.rawValue), image.name, of: own.product, at: request.origin)
        }
        return request.form(EditFormPage(own, kept: kept, ticket: ticket, from: request.from))
    }

    /// Checks the password and issues a ticket.
    @Sendable private func open(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        return try await request.withForm { form in
            do {
                let (_, cookies) = try await request.unlock(
                    id,
                    with: form["password"],
                    keepsRight: form["once"] == nil
                )
                let form = form.from.leadingBack(from: "/products/\(id.rawValue)/edit")
                return request.redirect(to: form, cookies: cookies)
            } catch let error as MarketError where !request.wantsJSON {
                return try await request.passwordAgain(to: .edit, id, after: error, form)
            }
        }
    }

    @Sendable private func save(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        return try await request.withImageForm { form in
            try await site.services.drafts.holding(form.all("kept")) {
                try await save(form, id, form.language.map(request.choosing) ?? request)
            }
        }
    }

    /// The number of times that an edit is merged with a newer version before it fails.
    private static let attempts = 4

    private func save(_ form: WebForm, _ id: Product.ID, _ request: PageRequest) async throws -> Response {
        let texts = InterfaceTexts(language: request.visitor.language)
        var formError = FormErrorResponse(ticket: form["ticket"] ?? "")
        guard form.hasValidToken else {
            formError.reject(.forbidden, texts[request.visitor.csrf == nil ? .cookiesNeeded : .sendAgain])
            formError.renew = "/products/\(id.rawValue)/edit"
            return try await unproven(formError, form, id, request)
        }
        do {
            var proof = try await site.services.authenticator.ticket(form["ticket"] ?? "", for: id)
            // Whoever only looks at the form again hasn't typed a wrong password yet.
            if proof == nil, let secret = form["secret"], !form.isOnlyShown || !secret.isEmpty {
                formError.asksPassword = true
                let issued = try await site.services.tickets.issue(
                    for: id,
                    secret: secret,
                    from: request.client,
                    seller: try await site.services.seller(request.visitor, of: id),
                    to: request.visitor.browser
                )
                formError.ticket = issued.ticket
                formError.asksPassword = false
                proof = issued.proof
            }
            guard let proof else { throw ExpiredTicket() }
            return try await save(form, proof, formError, request)
        } catch is ExpiredTicket {
            formError.reject(.forbidden, texts[.passwordAgain])
            formError.asksPassword = true
        } catch let error as MarketError {
            if error.isAbsence { throw error }
            formError.reject(error, nil, request.visitor.language, by: site.translator)
            // A missing password counts as a wrong one.
            if error.isAboutPassword {
                formError.problems = [FormProblem(field: .password, sentence: texts[.wrongPassword])]
            }
        }
        return try await unproven(formError, form, id, request)
    }

    /// Saves what a form with the password, or a ticket for it, has sent.
    ///
    /// - Throws: ``ExpiredTicket`` if the product has got another password meanwhile.
    private func save(
        _ form: WebForm,
        _ proof: SellerProof,
        _ formError: FormErrorResponse,
        _ request: PageRequest
    ) async throws -> Response {
        let id = proof.product
        var formError = formError
        var draft = try await self.draft(form, proof)
        if form.isOnlyShown { return await rejection(formError, draft, request) }
        do {
            for _ in 0..<Self.attempts {
                guard draft.conflicts.isEmpty else {
                    formError.status = .conflict
                    return await rejection(formError, draft, request)
                }
                guard let saved = try await edit(id, draft.change(proof), from: request.client) else {
                    draft = try await self.draft(form, proof)
                    continue
                }
                if saved.version != draft.product.version { request.context.logger.edited(saved) }
                await site.services.drafts.remove(draft.images.draftTokens)
                return request.redirect(
                    to: form.from.leadingBack(from: "/products/\(id.rawValue)"),
                    cookies: [request.doneCookie(.saved, with: id)]
                )
            }
            throw MarketError.busy
        } catch let error as MarketError {
            if error.isAbsence { throw error }
            formError.reject(error, draft.images, request.visitor.language, by: site.translator)
            return await rejection(formError, draft, request)
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
        _ request: PageRequest
    ) async throws -> Response {
        let shown = try await site.services.showProduct.shown(id)
        let images = try await FormImages(form, of: shown, keepsUnknown: true, drafts: site.services.drafts)
        let was = form["was-kept"] ?? ""
        return await request.rejection(error, form, images) { kept, problems in
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
        _ request: PageRequest
    ) async -> Response {
        let form = draft.reading.form
        let conflicts = error.status == .conflict ? draft.conflicts : []
        func page(_ kept: [KeptImage], _ problems: [FormProblem]) -> EditFormPage {
            EditFormPage(
                id: draft.product.id,
                current: draft.own,
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
            let context = request.siteContext()
            response.message = comparison.conflictSentence(context)
            response.version = draft.product.version
            response.newer = comparison.newer(context)
            response.changedElsewhere = draft.changedElsewhere.map { ($0, draft.now[$0]) }
        }
        return await request.rejection(response, form, draft.images) { page($0, $1) }
    }
}

/// The ticket for the password has expired, or the password was changed.
private struct ExpiredTicket: Error, CustomStringConvertible {
    let description = "the ticket for the password has expired"
}

extension PageRequest {
    /// Asks for the password again, and says what was wrong with the one in a form.
    func passwordAgain(
        to kind: PasswordPage.Kind,
        _ id: Product.ID,
        after error: MarketError,
        _ form: WebForm
    ) async throws -> Response {
        let waitSeconds: Int?
        switch error {
        // A missing password counts as a wrong one.
        case .wrongSecret, .invalid: waitSeconds = nil
        case .tooManyAttempts(let seconds): waitSeconds = seconds
        default: throw error
        }
        let page = PasswordPage(
            kind: kind,
            id: id,
            product: try await site.services.showProduct.shown(id),
            action: form["do"].flatMap { DeskAction(rawValue: $0) },
            back: form["back"].map { returnPath($0) },
            isWrong: true,
            waitSeconds: waitSeconds,
            from: form.from
        )
        var response = self.form(page, status: waitSeconds == nil ? .forbidden : .tooManyRequests)
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
