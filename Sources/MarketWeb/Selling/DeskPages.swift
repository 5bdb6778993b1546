import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The desk, with the user's own listings in every state, and the pages behind its buttons (UX.md, “The desk”).
struct DeskPages: Sendable {
    /// The number of products on a page.
    private static let size = 30

    let site: PageResponder

    private var reports: DeskReportCookie { DeskReportCookie(signer: site.services.signer) }

    func addRoutes(to router: PageRouter) {
        router.get(.mine, use: show)
        router.post(.mine, form: act)
        router.get(.reserve, use: showReservation)
        router.post(.reserve, form: reserve)
        router.get(.manage, use: { try await showProduct($0) })
        router.post(.manage, use: unlock)
    }

    // MARK: Showing

    @Sendable private func show(_ request: PageRequest) async throws -> Response {
        if let redirect = try await request.redirect(toReplacedIdentityAt: .mine) { return redirect }
        let state = request.queryFields["state"].flatMap { OwnProduct.State(rawValue: $0) }
        let number = request.queryFields.page
        let name = try await name(of: request.visitor)
        let vendor = name.seller
        var content = OwnProducts()
        let browser: BrowserProof? =
            if let key = request.visitor.browser { try await site.services.authenticator.browser(key) } else { nil }
        var proof: VendorProof?
        if let vendor {
            // The identifier is only a name: it shows what everybody sees.
            if let key = request.visitor.browser {
                proof = try await site.services.authenticator.vendor(vendor.id, by: key)
            }
            content = try await site.services.store.ownProducts(
                of: vendor.id,
                provenBy: proof,
                in: state,
                page: number,
                size: Self.size
            )
        }
        var others: [OwnProduct] = []
        var browsers: [SellerBrowser] = []
        var canEndOthers = false
        if let browser, number == 1 {
            if state == nil {
                others = try await site.services.store.heldProducts(of: browser, butOf: vendor?.id, limit: Self.size)
            }
            browsers = try await site.services.rights.browsers(of: browser)
            canEndOthers = try await self.canEndOthers(browser, name)
        }
        let report = report(for: request.visitor)
        let block = try await site.block(of: vendor, for: request.visitor)
        var newName: (name: String, reason: String)?
        if let vendor, let proof {
            newName = try await site.services.moderateListings.reasonOfNewName(for: proof).map { (vendor.name, $0) }
        }
        let page = MinePage(
            content: content,
            others: others,
            browsers: browsers,
            thisBrowser: browser?.browser,
            canEndOthers: canEndOthers,
            browsersAdvice: name.advice(canEndOthers, hasListing: proof != nil),
            block: block,
            newName: newName,
            joinedName: request.visitor.hasJoined ? vendor?.name : nil,
            state: state,
            page: number,
            outcomes: try await outcomes(of: report, for: request.visitor),
            isNothingChosen: report?.entries.isEmpty ?? false,
            rules: site.services.policy.lifecycles,
            now: site.services.clock.now
        )
        return response(page, request, vendor?.id)
    }

    /// - Parameter answer: what was typed as an answer to a hold; nil if the page is opened.
    func showProduct(_ request: PageRequest, answer: String? = nil) async throws -> Response {
        let id = try request.context.productID()
        guard let proof = try await site.services.right(of: request.visitor, for: id) else {
            let page = PasswordPage(
                kind: .manage,
                id: id,
                product: try await site.services.showProduct.shown(id),
                action: request.queryFields["do"].flatMap { DeskAction(rawValue: $0) },
                back: request.queryFields["back"].map { Self.back($0, request) }
            )
            return request.form(page).forSellerOnly
        }
        let own = try await site.services.showProduct(proof)
        let page = ManagePage(
            product: own.product,
            note: own.reservationNote,
            hasLink: try await site.services.rights.hasLink(proof),
            outcomes: try await outcomes(of: report(for: request.visitor), for: request.visitor),
            hold: own.hold,
            typedAnswer: answer ?? "",
            lock: own.lock,
            block: try await site.block(of: own.product.vendor, for: request.visitor),
            rules: site.services.policy.lifecycles,
            now: site.services.clock.now
        )
        return response(page, request)
    }

    /// Creates the response with a page of the desk, which says only once what became of an action.
    private func response(_ page: some WebPage, _ request: PageRequest, _ vendor: Vendor.ID? = nil) -> Response {
        var response = request.form(page, vendor: vendor).forSellerOnly
        if request.visitor.report != nil { response.setCookie(request.cookie(.report, "")) }
        if request.visitor.hasJoined { response.setCookie(request.joinedCookie(false)) }
        return response
    }

    /// Returns what became of the last action of this browser, until it was shown.
    private func report(for visitor: Visitor) -> DeskReport? { visitor.report.flatMap { reports.report(in: $0) } }

    /// Returns what a report says. Only products that everybody may see, or for which the browser holds the right, are named.
    private func outcomes(of report: DeskReport?, for visitor: Visitor) async throws -> [DeskOutcome] {
        var outcomes: [DeskOutcome] = []
        for entry in report?.entries ?? [] {
            let view = try await view(entry.id, for: visitor)
            if case .withheld = view { continue }
            let product = view?.product
            outcomes.append(
                DeskOutcome(
                    action: entry.action,
                    id: entry.id,
                    name: product?.listing.name,
                    lifecycle: product?.lifecycle ?? .new,
                    result: product == nil ? .gone : entry.result
                )
            )
        }
        return outcomes
    }

    /// Returns what this browser may see of a product, or nil if there is no such product.
    func view(_ id: Product.ID, for visitor: Visitor) async throws -> ProductView? {
        try await unlessAbsent { () throws(MarketError) in try await site.services.view(id, for: visitor) }
    }

    // MARK: Acting

    /// Performs the action of a button: `one` of a product (`sell-12`, with the next product in the list to scroll to), or
    /// `many` of all selected ones.
    @Sendable private func act(_ request: PageRequest, _ form: WebForm) async throws -> Response {
        let back = Self.back(form["back"], request)
        if let ended = form["end"] { return try await end(ended, form, request) }
        let one = form["one"].map { $0.split(separator: "-").map(String.init) } ?? []
        let ids = one.count > 1 ? Self.ids([one[1]]) : Self.ids(form.all("products"))
        guard let action = DeskAction(rawValue: one.first ?? form["many"] ?? "") else {
            return request.redirect(to: back)
        }
        // Nothing is done with nothing, and the page says so.
        guard !ids.isEmpty else { return redirect(to: back, of: ids, reporting: DeskReport(), request) }
        if action == .reserve { return request.redirect(to: DeskAddress.reserve(ids, back: back)) }
        return try await redirect(
            to: back,
            afterPerforming: action,
            on: ids,
            next: one.count > 2 ? one[2] : nil,
            request
        )
    }

    func redirect(
        to back: String,
        afterPerforming action: DeskAction,
        on ids: [Product.ID],
        reservation: ManageListing.StateRequest? = nil,
        next: String? = nil,
        _ request: PageRequest
    ) async throws -> Response {
        let report = try await site.services.perform(
            action,
            onEach: ids,
            reservation: reservation,
            by: request.visitor.browser,
            request
        )
        if report.entries.count == 1, let id = ids.first, report.entries.first?.result == .needsPassword {
            return request.redirect(to: DeskAddress.manage(id, doing: action, back: back))
        }
        return redirect(to: back, of: ids, next: next, reporting: report, request)
    }

    /// Leads back to the place in the list: a single product, or the next one if it has left the tab.
    private func redirect(
        to back: String,
        of ids: [Product.ID],
        next: String? = nil,
        reporting report: DeskReport,
        _ request: PageRequest
    ) -> Response {
        let isInTab = !back.contains("state=")
        let place = ids.count > 1 ? nil : isInTab ? ids.first.map { String($0.rawValue) } : next
        let anchor = place.flatMap { Int64($0) }.map { "#p\($0)" } ?? ""
        let cookie = request.cookie(.report, reports.value(of: report))
        return request.redirect(to: back + anchor, cookies: [cookie])
    }

    // MARK: The password, once

    /// Checks the password, leaves the browser the right for the product, and does what was tapped.
    @Sendable private func unlock(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        return try await request.withForm { form in
            let action = form["do"].flatMap { DeskAction(rawValue: $0) }
            let back = form["back"].map { Self.back($0, request) } ?? DeskAddress.manage(id)
            do {
                let (browser, cookies) = try await request.unlock(id, with: form["password"])
                var response: Response
                switch action {
                case nil: response = request.redirect(to: back)
                case .reserve: response = request.redirect(to: DeskAddress.reserve([id], back: back))
                case let action?:
                    let report = try await site.services.perform(action, onEach: [id], by: browser, request)
                    response = redirect(to: back, of: [id], reporting: report, request)
                }
                for cookie in cookies { response.setCookie(cookie) }
                return response
            } catch let error as MarketError where !request.wantsJSON {
                return try await request.passwordAgain(to: .manage, id, after: error, form)
            }
        }
    }

    // MARK: Reading

    /// Returns the page of the desk that a form leads back to.
    static func back(_ text: String?, _ request: PageRequest) -> String {
        let path = request.returnPath(text)
        let isManaged = path.hasPrefix("/products/") && path.hasSuffix("/manage")
        return path == "/mine" || path.hasPrefix("/mine?") || isManaged ? path : WebRoutePattern.mine.rawValue
    }

    static func ids(_ values: [String]) -> [Product.ID] { [Product.ID](in: values, limit: DeskReport.maximumCount) }
}
