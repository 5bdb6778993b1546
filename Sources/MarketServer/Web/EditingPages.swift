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
        guard let ticket = visitor.ticket, try await services.tickets.grant(ticket, for: product.id) != nil
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
        return try await forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let source = context.clientAddress
            do {
                let ticket = try await services.tickets.issue(for: id, secret: form["password"], from: source)
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
            refusesUnproved: false
        ) { form in
            try await services.drafts.holding(form.all("kept")) {
                try await save(form, id, request, visitor, context)
            }
        }
    }

    /// How often an edit is laid over a newer state before it gives up.
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
        guard form.isProved else {
            refused.message = texts[.sendAgain]
            refused.renew = "/products/\(id.rawValue)/edit"
            return await again(refused, request, visitor, status: .forbidden)
        }
        do {
            var grant = try await services.tickets.grant(refused.ticket, for: id)
            if grant == nil, let secret = form["secret"] {
                refused.asksPassword = true
                refused.ticket = try await services.tickets.issue(for: id, secret: secret, from: source)
                refused.asksPassword = false
                grant = try await services.tickets.grant(refused.ticket, for: id)
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
                await services.drafts.forget(refused.draft.pictures.draftTokens)
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
            if error == .unknownProduct || error == .withdrawnProduct { throw error }
            let translation = ErrorTranslator().translate(error, language: visitor.language)
            refused.problems = FormReading.problems(error, visitor.language)
            if case .unusableImage(let upload, let error) = error {
                refused.problems = [refused.draft.pictures.problem(ofUpload: upload, error, visitor.language)]
            }
            // A password that is missing is as good as a wrong one.
            if refused.asksPassword, error.isAboutPassword {
                refused.problems = [FormProblem(field: .password, sentence: texts[.wrongPassword])]
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

    /// - Returns: nil when somebody else was faster.
    private func edit(
        _ id: Product.ID,
        _ change: EditProduct.Request,
        from source: ClientAddress
    ) async throws -> Product? {
        do {
            return try await services.edit(change, to: id, from: source)
        } catch {
            switch error {
            case .versionConflict: return nil
            // The product has another password by now.
            case .wrongSecret: throw WebError.expiredTicket
            default: throw error
            }
        }
    }

    private func draft(_ form: WebForm, _ id: Product.ID) async throws -> EditDraft {
        let (product, _) = try await services.show(id)
        let contact = try await services.show.contact(of: id)
        return await EditDraft(form, of: product, contact: contact, drafts: services.drafts)
    }

    /// An edit that was not carried out.
    private struct Refused {
        var draft: EditDraft
        var ticket: String
        let client: ClientAddress
        var asksPassword = false
        var problems: [FormProblem] = []
        /// What is said about the form as a whole.
        var message: String?
        var renew: String?
    }

    /// The form again, with everything that was typed and chosen; a script, which has that, is told what was wrong.
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
        func page(kept: [KeptPicture]) -> EditFormPage {
            EditFormPage(
                product: draft.product,
                contact: draft.contact,
                values: draft.values,
                base: draft.base,
                version: draft.baseVersion,
                kept: kept,
                basePictures: draft.basePictures,
                problems: problems,
                ticket: refused.ticket,
                asksPassword: refused.asksPassword,
                conflicts: isConflict ? draft.conflicts : [],
                from: draft.reading.form.from
            )
        }
        if request.wantsJSON {
            let marksFields = problems.contains { $0.field != nil }
            var answer = FormAnswer(
                problems: problems,
                message: marksFields ? WebTexts(language: visitor.language)[.problemsTitle] : nil,
                renew: refused.renew,
                ticket: refused.ticket,
                asksPassword: refused.asksPassword
            )
            if isConflict {
                let page = page(kept: [])
                answer.message = page.conflictSentence(in: visitor.language)
                answer.version = draft.product.version
                answer.newer = page.newer(in: visitor.language)
                answer.taken = draft.taken.map { ($0, draft.now[$0]) }
            }
            return answer.response(status: status, headers: headers)
        }
        let origin = site.origins.origin(for: site.origins.destination(of: request.head))
        let (kept, failures) = await draft.pictures.keptPictures(
            draft.reading.form,
            drafts: services.drafts,
            client: refused.client,
            origin: origin
        )
        if !problems.contains(where: { $0.field == .images }) {
            problems += failures.flatMap { FormReading.problems($0.1, visitor.language) }
        }
        // An answer that a browser shows for a form with mistakes.
        let status: HTTPResponse.Status = status == .badRequest ? .unprocessableContent : status
        var response = site.form(request, visitor, status: status) { _ in page(kept: kept) }
        for field in headers { response.headers[field.name] = field.value }
        return response
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

extension MarketError {
    /// Whether it says that a password was wrong or missing.
    fileprivate var isAboutPassword: Bool {
        switch self {
        case .wrongSecret, .invalid: true
        default: false
        }
    }
}
