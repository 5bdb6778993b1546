import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages on which operators sign in, and see who else may (UX.md, “Operators”).
struct OperatorPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.operatorSignIn, use: showLink)
        router.post(.operatorSignIn, form: signIn)
        add(.operatorSessions, to: router, show: { try await showSessions($0) }, change: changeSessions)
        add(.operatorTeam, to: router, show: { try await showTeam($0) }, change: changeTeam)
    }

    // MARK: Signing in

    /// A link moves its token into a cookie, and is used by the form: what previews an address doesn't use it up.
    @Sendable private func showLink(_ request: PageRequest) async throws -> Response {
        if let token = request.queryFields["token"] {
            return request.open(.operatorSignIn, token: token, in: .operatorLink) ?? ended(request)
        }
        guard let token = request.visitor.operatorLink else { return signInNeeded(request) }
        let name: String?
        do throws(MarketError) {
            name = try await site.services.operatorAuthenticator.name(ofLink: token, from: request.client)
        } catch {
            guard case .tooManyRequests(let seconds) = error else { throw error }
            return signInNeeded(request, after: seconds)
        }
        guard let name else { return ended(request) }
        return request.form(OperatorSignInPage(content: .ready(token: token, name: name))).withSecretAddress
    }

    @Sendable private func signIn(_ request: PageRequest, _ form: WebForm) async throws -> Response {
        guard let token = form["token"], let browser = request.visitor.csrf,
            let signedIn = try await site.services.operatorAuthenticator.signIn(
                withLink: token,
                in: browser,
                named: request.visitor.browserName,
                insteadOf: request.visitor.operatorSession,
                from: request.client
            )
        else { return ended(request) }
        request.context.logger.notice("operator signed in", metadata: ["name": "\(signedIn.name)"])
        let session = request.cookie(.operatorSession, signedIn.session)
        // To the page that asked for it.
        let page = request.operatorPath(request.visitor.operatorReturn)
        var cookies = [session, request.cookie(.operatorLink, "")]
        if request.visitor.operatorReturn != nil { cookies.append(returnCookie("", request)) }
        return request.redirect(to: page ?? OperatorAddress.home, cookies: cookies).withSecretAddress
    }

    private func ended(_ request: PageRequest) -> Response {
        let page = OperatorSignInPage(content: .ended)
        let cookies = request.visitor.operatorLink == nil ? [] : [request.cookie(.operatorLink, "")]
        return request.page(page, status: .gone, cookies: cookies).withSecretAddress
    }

    // MARK: The session

    /// What a page of operators is made from.
    struct Call: Sendable {
        var request: PageRequest
        let proof: OperatorProof
        /// The form that was sent and is shown again.
        var form: WebForm?
        /// What is wrong with it; nil if it is only shown in another language.
        var problem: OperatorNotice?

        var texts: OperatorTexts { OperatorTexts(language: request.visitor.language) }

        /// What the last form has erased, if it has erased a listing.
        var erasure: OperatorPage.Erasure? {
            form == nil ? request.queryFields["erased"].flatMap { OperatorPage.Erasure(rawValue: $0) } : nil
        }

        /// What the last form has saved, if it has saved something.
        var saved: OperatorPage.Saved? {
            request.method == .get ? request.queryFields["saved"].flatMap { OperatorPage.Saved(rawValue: $0) } : nil
        }

        /// Writes down what the operator has changed.
        func log(_ message: String, _ metadata: [String: String] = [:]) {
            request.context.logger.changed("\(message)", metadata.mapValues { "\($0)" }, by: proof)
        }

        /// Redirects to a page that says that something was done.
        func done(_ path: String) -> Response {
            request.redirect(to: path + (path.contains("?") ? "&" : "?") + "done=1")
        }
    }

    /// Adds a page that only operators see.
    func get(
        _ page: WebRoutePattern,
        on router: PageRouter,
        use handler: @escaping @Sendable (Call) async throws -> Response
    ) {
        router.get(page, use: { try await withOperator($0, handler) })
    }

    /// Adds a page of operators with a form.
    ///
    /// - Parameters:
    ///   - maximumByteCount: the size of a form without images.
    ///   - hasImages: whether it has images.
    ///   - show: shows the page, also if the form did nothing, or not all of it, or in another language. The call says why.
    ///   - change: does what the form says.
    func add(
        _ page: WebRoutePattern,
        to router: PageRouter,
        upTo maximumByteCount: Int = WebForm.maximumByteCount,
        hasImages: Bool = false,
        show: @escaping @Sendable (Call) async throws -> Response,
        change: @escaping @Sendable (Call, WebForm) async throws -> Response
    ) {
        get(page, on: router, use: show)
        router.post(
            page,
            use: { request in
                try await withOperator(request) { call in
                    func answer(_ form: WebForm) async throws -> Response {
                        var shown = call
                        shown.form = form
                        if let language = form.language {
                            shown.request = call.request.choosing(language)
                            return try await show(shown)
                        }
                        do {
                            return try await change(call, form)
                        } catch let error as OperatorNotice {
                            shown.problem = error
                        } catch let error as MarketError {
                            guard let found = OperatorNotice(error) else { throw error }
                            shown.problem = found
                        }
                        return try await show(shown)
                    }
                    guard hasImages else { return try await request.withForm(upTo: maximumByteCount, answer) }
                    return try await request.withImageForm { form in
                        try form.checkToken(of: request.visitor)
                        return try await answer(form)
                    }
                }
            }
        )
    }

    /// Calls `body` with the proof of the browser's session. Others are told how to sign in.
    func withOperator(
        _ request: PageRequest,
        _ body: (Call) async throws -> Response
    ) async throws -> Response {
        let proof: OperatorProof?
        do throws(MarketError) {
            proof = try await site.services.operatorAuthenticator.session(
                request.visitor.operatorSession,
                from: request.client
            )
        } catch {
            guard case .tooManyRequests(let seconds) = error else { throw error }
            return signInNeeded(request, hasEnded: true, after: seconds)
        }
        guard let proof else { return signInNeeded(request, hasEnded: true) }
        do {
            return try await body(Call(request: request, proof: proof)).forSellerOnly
        } catch MarketError.operators(.signInTooOld) {
            let cookies = [returnCookie(request.uri.path, request)]
            let page = OperatorSignInPage(content: .tooOld(name: proof.name ?? ""))
            return request.page(page, status: .forbidden, cookies: cookies).forSellerOnly
        }
    }

    /// Checks that the operator has signed in within the hour. Otherwise, the response asks for it, and leads back.
    func recent(_ call: Call) throws(MarketError) -> RecentOperatorProof {
        try site.services.operatorAuthenticator.recent(call.proof)
    }

    /// Checks that the caller is an operator, not a moderator.
    func operatorProof(_ call: Call) throws(MarketError) -> OperatorProof {
        guard call.proof.role == .operator else { throw .operators(.notPermitted) }
        return call.proof
    }

    /// Checks that the caller is an operator, not a moderator, and has signed in within the hour.
    func recentOperator(_ call: Call) throws(MarketError) -> RecentOperatorProof {
        _ = try operatorProof(call)
        return try recent(call)
    }

    /// Creates the cookie with the page to which signing in again leads.
    private func returnCookie(_ path: String, _ request: PageRequest) -> Cookie {
        let isUsable = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/-".contains($0)) }
        return request.cookie(.operatorReturn, isUsable ? path : "")
    }

    /// Creates the response with a page of operators.
    ///
    /// - Parameters:
    ///   - back: the page above this one.
    ///   - isRefused: whether the form that was sent has a problem that the page shows by itself.
    ///   - data: makes the data of the template.
    func page(
        _ call: Call,
        _ template: String,
        titled title: String,
        back: String = OperatorAddress.home,
        isRefused: Bool = false,
        _ data: @escaping @Sendable (OperatorViewData) -> [String: Any?]
    ) async throws -> Response {
        let store = site.services.store
        let page = OperatorPage(
            call: call,
            openReportCount: try await store.openReportCount(),
            waitingCount: try await store.waitingCount(for: call.proof),
            changedCount: try await store.changedCount(for: call.proof),
            now: site.services.clock.now,
            template: template,
            title: title,
            back: back,
            data: data
        )
        let isTooOld = call.problem == .refused(.signInTooOld)
        let status: HTTPResponse.Status =
            call.problem == nil && !isRefused ? .ok : isTooOld ? .forbidden : .unprocessableContent
        var response = call.request.form(page, status: status)
        if isTooOld { response.setCookie(returnCookie(call.request.uri.path, call.request)) }
        return response
    }

    /// Asks on a page of its own before something ends that can't be undone. Its form sends the same again.
    ///
    /// - Parameters:
    ///   - title: the question.
    ///   - address: where the form is sent to, and where canceling leads.
    ///   - names: the fields of the form that say what ends.
    /// - Returns: nil if the form comes from that page.
    func confirmation(
        _ call: Call,
        _ form: WebForm,
        titled title: String,
        _ advice: OperatorString,
        _ confirm: OperatorString,
        at address: String,
        sending names: [String]
    ) async throws -> Response? {
        guard !form.isConfirmed else { return nil }
        return try await page(call, "sure", titled: title, back: address) { parts in
            [
                "hasMenu": true, "address": address, "sure": WebForm.confirmation, "advice": parts.texts[advice],
                "confirm": parts.texts[confirm],
                "fields": names.map { ["name": $0, "value": form[$0] ?? ""] as Templates.Context },
            ]
        }
    }

    /// Says how to sign in.
    ///
    /// - Parameters:
    ///   - hasEnded: whether the session that the browser has, if any, has ended, so that it forgets it.
    ///   - seconds: when the next wrong link or session may come, after too many; otherwise nil.
    private func signInNeeded(
        _ request: PageRequest,
        hasEnded: Bool = false,
        after seconds: Int? = nil
    ) -> Response {
        let forgotten = request.cookie(.operatorSession, "")
        var response = request.page(
            OperatorSignInPage(content: seconds == nil ? .needed : .limited),
            status: seconds == nil ? .forbidden : .tooManyRequests,
            cookies: hasEnded && request.visitor.operatorSession != nil ? [forgotten] : []
        )
        if let seconds { response.headers[.retryAfter] = String(seconds) }
        return response.forSellerOnly
    }
}

extension OperatorNotice {
    /// What a page says about an error; nil for those that aren't about the form.
    fileprivate init?(_ error: MarketError) {
        switch error {
        case .operators(.notPermitted): return nil
        case .operators(let problem): self = .refused(problem)
        case .invalidReport(let problems):
            if case .tooLong = problems.all.first { self = .text(.reasonTooLong) } else { self = .text(.missingReason) }
        default: return nil
        }
    }
}

extension PageRequest {
    /// Returns the page of operators that a form leads back to; nil if it names none.
    func operatorPath(_ text: String?) -> String? {
        let path = returnPath(text)
        return path == OperatorAddress.home || path.hasPrefix(OperatorAddress.home + "/") ? path : nil
    }
}
