import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The pages on which operators sign in, and see who else may (UX.md, “Operators”).
struct OperatorPages: Sendable {
    /// How long a browser keeps the cookie of a session, which ends before when it isn't used.
    private static let cookieSeconds = 30 * 86_400
    /// How long it remembers the page for which it was to sign in again.
    private static let returnSeconds = 3600

    let site: PageResponder

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.operatorSignIn), use: showLink)
        router.post(.page(.operatorSignIn), use: signIn)
        get(.operatorSessions, on: router) { call, _ in try await showSessions(call) }
        router.post(.page(.operatorSessions), use: changeSessions)
        get(.operatorTeam, on: router) { call, _ in try await showTeam(call) }
        router.post(.page(.operatorTeam), use: changeTeam)
    }

    // MARK: Signing in

    /// A link moves its token into a cookie, and is used by the form: what previews an address doesn't use it up.
    @Sendable private func showLink(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        if let token = request.queryFields["token"] {
            return site.open(.operatorSignIn, token: token, in: Visitor.operatorLinkCookie, request)
                ?? ended(request, visitor)
        }
        guard let token = visitor.operatorLink else { return signInNeeded(request, visitor) }
        let name: String?
        do throws(MarketError) {
            name = try await site.services.operatorAuthenticator.name(ofLink: token, from: context.clientAddress)
        } catch {
            guard case .tooManyRequests(let seconds) = error else { throw error }
            return signInNeeded(request, visitor, after: seconds)
        }
        guard let name else { return ended(request, visitor) }
        return site.form(request, visitor) { _ in OperatorSignInPage(content: .ready(token: token, name: name)) }
            .withSecretAddress
    }

    @Sendable private func signIn(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            guard let token = form["token"], let browser = visitor.csrf,
                let signedIn = try await site.services.operatorAuthenticator.signIn(
                    withLink: token,
                    in: browser,
                    named: visitor.browserName,
                    insteadOf: visitor.operatorSession,
                    from: context.clientAddress
                )
            else { return ended(request, visitor) }
            context.logger.notice("operator signed in", metadata: ["name": "\(signedIn.name)"])
            let session = site.cookie(
                Visitor.operatorCookie,
                signedIn.session,
                request,
                path: OperatorAddress.home,
                maxAge: Self.cookieSeconds
            )
            // To the page that asked for it.
            let page = request.operatorPath(visitor.operatorReturn)
            var cookies = [session, forgottenLink(request)]
            if visitor.operatorReturn != nil { cookies.append(returnCookie("", request)) }
            return site.redirect(to: page ?? OperatorAddress.home, request, cookies: cookies).withSecretAddress
        }
    }

    private func ended(_ request: Request, _ visitor: Visitor) -> Response {
        let page = OperatorSignInPage(content: .ended)
        let cookies = visitor.operatorLink == nil ? [] : [forgottenLink(request)]
        return site.page(page, site.context(request, visitor), status: .gone, cookies: cookies).withSecretAddress
    }

    private func forgottenLink(_ request: Request) -> Cookie {
        site.cookie(Visitor.operatorLinkCookie, "", request, path: OperatorAddress.signIn)
    }

    // MARK: The session

    /// What a page of operators is made from.
    struct Call: Sendable {
        let request: Request
        let visitor: Visitor
        let proof: OperatorProof
        let client: ClientAddress
        let logger: Logger
        /// What is wrong with the form that was sent, the reason that was typed in it, and whether it leaves reports open.
        var problem: (notice: OperatorNotice, reason: String, leavesReports: Bool)?

        /// Writes down what the operator has changed.
        func log(_ message: Logger.Message, _ metadata: Logger.Metadata = [:]) {
            logger.changed(message, metadata, by: proof)
        }
    }

    /// Adds a page that only operators see, which `body` makes.
    func get(
        _ page: WebRoutePattern,
        on router: some RouterMethods<MarketRequestContext>,
        _ body: @escaping @Sendable (Call, MarketRequestContext) async throws -> Response
    ) {
        router.get(.page(page)) { request, context in
            try await withOperator(request, context) { try await body($0, context) }
        }
    }

    /// Calls `body` with the proof of the browser's session. Others are told how to sign in.
    func withOperator(
        _ request: Request,
        _ context: MarketRequestContext,
        _ body: (Call) async throws -> Response
    ) async throws -> Response {
        let visitor = site.visitor(request)
        let proof: OperatorProof?
        do throws(MarketError) {
            proof = try await site.services.operatorAuthenticator.session(
                visitor.operatorSession,
                from: context.clientAddress
            )
        } catch {
            guard case .tooManyRequests(let seconds) = error else { throw error }
            return signInNeeded(request, visitor, hasEnded: true, after: seconds)
        }
        guard let proof else { return signInNeeded(request, visitor, hasEnded: true) }
        let call = Call(
            request: request,
            visitor: visitor,
            proof: proof,
            client: context.clientAddress,
            logger: context.logger
        )
        do {
            return try await body(call).forSellerOnly
        } catch MarketError.operators(.signInTooOld) {
            let cookies = [returnCookie(request.uri.path, request)]
            let page = OperatorSignInPage(content: .tooOld(name: proof.name ?? ""))
            return site.page(page, site.context(request, visitor), status: .forbidden, cookies: cookies).forSellerOnly
        }
    }

    /// Checks that the operator has signed in within the hour. Otherwise, the response asks for it, and leads back.
    func recent(_ call: Call) throws(MarketError) -> RecentOperatorProof {
        try site.services.operatorAuthenticator.recent(call.proof)
    }

    /// Checks that the caller is an operator, not a moderator, and has signed in within the hour.
    func recentOperator(_ call: Call) throws(MarketError) -> RecentOperatorProof {
        guard call.proof.role == .operator else { throw .operators(.notPermitted) }
        return try recent(call)
    }

    /// Creates the cookie with the page to which signing in again leads.
    private func returnCookie(_ path: String, _ request: Request) -> Cookie {
        let isUsable = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/-".contains($0)) }
        return site.cookie(
            Visitor.operatorReturnCookie,
            isUsable ? path : "",
            request,
            path: OperatorAddress.signIn,
            maxAge: Self.returnSeconds
        )
    }

    /// Reads a form of an operator, and shows the page again with what is wrong with it.
    func withForm(
        _ request: Request,
        _ context: MarketRequestContext,
        upTo maximumByteCount: Int = WebFormReader.maximumByteCount,
        again: (Call, WebForm) async throws -> Response,
        _ body: (Call, WebForm) async throws -> Response
    ) async throws -> Response {
        try await withOperator(request, context) { call in
            try await site.forms.withForm(
                of: request,
                sentBy: context.clientAddress,
                from: call.visitor,
                upTo: maximumByteCount
            ) { form in
                var failed = call
                do {
                    return try await body(call, form)
                } catch let error as MarketError {
                    guard let notice = OperatorNotice(error) else { throw error }
                    failed.problem = (notice, form["reason"] ?? "", form["reports"] == nil)
                } catch let error as OperatorFormError {
                    failed.problem = (error.notice, form["reason"] ?? "", form["reports"] == nil)
                }
                return try await again(failed, form)
            }
        }
    }

    /// Creates the response with a page of operators.
    func page(
        _ call: Call,
        isRefused: Bool = false,
        _ make: (OperatorContext) -> some WebPage
    ) async throws -> Response {
        let context = OperatorContext(
            role: call.proof.role,
            openReportCount: try await site.services.moderateListings.openReportCount(),
            waitingCount: try await site.services.moderateListings.waitingCount(for: call.proof),
            problem: call.problem?.notice,
            typedReason: call.problem?.reason ?? "",
            leavesReports: call.problem?.leavesReports ?? false,
            isDone: call.problem == nil && call.request.queryFields["done"] != nil,
            erasure: call.problem == nil ? call.request.queryFields["erased"].flatMap { .init(rawValue: $0) } : nil,
            isSaved: call.request.method == .get && call.request.queryFields["saved"] != nil,
            now: site.services.clock.now
        )
        let isTooOld = call.problem?.notice == .refused(.signInTooOld)
        let status: HTTPResponse.Status =
            call.problem == nil && !isRefused ? .ok : isTooOld ? .forbidden : .unprocessableContent
        var response = site.form(call.request, call.visitor, status: status) { _ in make(context) }
        if isTooOld { response.setCookie(returnCookie(call.request.uri.path, call.request)) }
        return response
    }

    /// Redirects to a page that says that something was done.
    func done(_ path: String, _ request: Request) -> Response {
        site.redirect(to: path + (path.contains("?") ? "&" : "?") + "done=1", request)
    }

    /// Asks on a page of its own before something ends that can't be undone.
    ///
    /// - Returns: nil if the form comes from that page.
    func confirmation(
        _ subject: OperatorConfirmationPage.Subject,
        _ form: WebForm,
        _ call: Call
    ) async throws -> Response? {
        guard form[OperatorConfirmationPage.field] == nil else { return nil }
        return try await page(call) { OperatorConfirmationPage(context: $0, subject: subject) }
    }

    /// Says how to sign in.
    ///
    /// - Parameters:
    ///   - hasEnded: whether the session that the browser has, if any, has ended, so that it forgets it.
    ///   - seconds: when the next wrong link or session may come, after too many; otherwise nil.
    private func signInNeeded(
        _ request: Request,
        _ visitor: Visitor,
        hasEnded: Bool = false,
        after seconds: Int? = nil
    ) -> Response {
        let forgotten = site.cookie(Visitor.operatorCookie, "", request, path: OperatorAddress.home)
        var response = site.page(
            OperatorSignInPage(content: seconds == nil ? .needed : .limited),
            site.context(request, visitor),
            status: seconds == nil ? .forbidden : .tooManyRequests,
            cookies: hasEnded && visitor.operatorSession != nil ? [forgotten] : []
        )
        if let seconds { response.headers[.retryAfter] = String(seconds) }
        return response.forSellerOnly
    }
}

/// A form of an operator's page that did nothing, or not all of it.
struct OperatorFormError: Error, CustomStringConvertible {
    let notice: OperatorNotice

    var description: String { "the form of an operator did nothing: \(notice)" }
}

extension OperatorNotice {
    /// What a page says about an error; nil for those that aren't about the form.
    fileprivate init?(_ error: MarketError) {
        switch error {
        case .operators(.notPermitted): return nil
        case .operators(let problem): self = .refused(problem)
        case .invalidReport(let problems):
            if case .tooLong = problems.all.first { self = .reasonTooLong } else { self = .missingReason }
        default: return nil
        }
    }
}

extension Request {
    /// Returns the page of operators that a form leads back to; nil if it names none.
    func operatorPath(_ text: String?) -> String? {
        let path = returnPath(text)
        return path == OperatorAddress.home || path.hasPrefix(OperatorAddress.home + "/") ? path : nil
    }
}
