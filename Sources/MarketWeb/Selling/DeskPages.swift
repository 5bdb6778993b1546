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

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.mine), use: show)
        router.post(.page(.mine), use: act)
        router.get(.page(.reserve), use: showReservation)
        router.post(.page(.reserve), use: reserve)
        router.get(.page(.manage), use: showProduct)
        router.post(.page(.manage), use: unlock)
    }

    // MARK: Showing

    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        let state = request.queryFields["state"].flatMap { OwnProduct.State(rawValue: $0) }
        let number = request.queryFields.page
        let vendor = try await site.vendor(of: visitor)
        var content = OwnProducts()
        let browser: BrowserProof? =
            if let key = visitor.browser { try await site.services.authenticator.browser(key) } else { nil }
        var proof: VendorProof?
        if let vendor {
            // The identifier is only a name: it shows what everybody sees.
            if let key = visitor.browser { proof = try await site.services.authenticator.vendor(vendor.id, by: key) }
            content = try await site.services.browseProducts.ownProducts(
                of: vendor.id,
                provenBy: proof,
                in: state,
                page: number,
                size: Self.size
            )
        }
        var others: [OwnProduct] = []
        var browsers: [SellerBrowser] = []
        if let browser, number == 1 {
            if state == nil {
                others = try await site.services.browseProducts.heldProducts(of: browser, butOf: vendor?.id)
            }
            browsers = try await site.services.rights.browsers(of: browser)
        }
        let owned = try await owned(vendor, visitor)
        let outcomes = try await outcomes(of: visitor)
        let block = try await site.block(of: vendor, for: visitor)
        var newName: (name: String, reason: String)?
        if let vendor, let proof {
            newName = try await site.services.moderateListings.reasonOfNewName(for: proof).map { (vendor.name, $0) }
        }
        return response(request, visitor, vendor?.id) { _ in
            MinePage(
                content: content,
                others: others,
                browsers: browsers,
                thisBrowser: browser?.browser,
                canEndName: vendor == nil || owned != nil,
                block: block,
                newName: newName,
                joinedName: visitor.hasJoined ? vendor?.name : nil,
                state: state,
                page: number,
                outcomes: outcomes,
                rules: site.services.policy.lifecycles,
                now: site.services.clock.now
            )
        }
    }

    @Sendable private func showProduct(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        guard let proof = try await right(of: visitor, for: id) else {
            let fields = request.queryFields
            let product = try await site.services.showProduct.shown(id)
            return passwordPage(id, showing: product, fields["do"], fields["back"], request, visitor)
        }
        let own = try await site.services.showProduct(proof)
        let hasLink = try await site.services.rights.hasLink(proof)
        let outcomes = try await outcomes(of: visitor)
        let block = try await site.block(of: own.product.vendor, for: visitor)
        return response(request, visitor) { _ in
            ManagePage(
                product: own.product,
                note: own.reservationNote,
                hasLink: hasLink,
                outcomes: outcomes,
                hold: own.hold,
                lock: own.lock,
                block: block,
                rules: site.services.policy.lifecycles,
                now: site.services.clock.now
            )
        }
    }

    /// Creates the response with a page of the desk, which says only once what became of an action.
    private func response(
        _ request: Request,
        _ visitor: Visitor,
        _ vendor: Vendor.ID? = nil,
        _ make: (SiteContext) -> some WebPage
    ) -> Response {
        var response = site.form(request, visitor, vendor: vendor, make).forSellerOnly
        if visitor.report != nil { response.setCookie(site.cookie(Visitor.reportCookie, "", request)) }
        if visitor.hasJoined { response.setCookie(site.joinedCookie(false, request)) }
        return response
    }

    /// Returns what became of the last action of this browser. Only products that everybody may see, or for which the
    /// browser holds the right, are named.
    private func outcomes(of visitor: Visitor) async throws -> [DeskOutcome] {
        guard let cookie = visitor.report else { return [] }
        var outcomes: [DeskOutcome] = []
        for entry in try await reports.report(in: cookie).entries {
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

    /// Returns proof that this browser holds the right for a product, or nil.
    func right(of visitor: Visitor, for id: Product.ID) async throws -> SellerProof? {
        guard let browser = visitor.browser else { return nil }
        return try await site.services.authenticator.right(of: browser, for: id)
    }

    /// Returns what this browser may see of a product, or nil if there is no such product.
    func view(_ id: Product.ID, for visitor: Visitor) async throws -> ProductView? {
        do {
            return try await site.services.view(id, for: visitor)
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }

    // MARK: Acting

    /// Performs the action of a button: `one` of a product (`sell-12`, with the next product in the list to scroll to), or
    /// `many` of all selected ones.
    @Sendable private func act(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let back = Self.back(form["back"], request)
            if let ended = form["end"] { return try await end(ended, request, visitor, context) }
            let one = form["one"].map { $0.split(separator: "-").map(String.init) } ?? []
            let ids = one.count > 1 ? Self.ids([one[1]]) : Self.ids(form.all("products"))
            guard let action = DeskAction(rawValue: one.first ?? form["many"] ?? ""), !ids.isEmpty else {
                return site.redirect(to: back, request)
            }
            if action == .reserve { return site.redirect(to: DeskAddress.reserve(ids, back: back), request) }
            return try await redirect(
                to: back,
                afterPerforming: action,
                on: ids,
                next: one.count > 2 ? one[2] : nil,
                request,
                context
            )
        }
    }

    /// Ends a browser, or all others. One that ends itself forgets who it was.
    private func end(
        _ which: String,
        _ request: Request,
        _ visitor: Visitor,
        _ context: MarketRequestContext
    ) async throws -> Response {
        var cookies: [Cookie] = []
        if let key = visitor.browser, let proof = try await site.services.authenticator.browser(key) {
            if which == "others" {
                let vendor = try await site.vendor(of: visitor)
                let owned = try await owned(vendor, visitor)
                // Where nothing proves whose name it is, the others stay in the list until something does.
                if vendor == nil || owned != nil, try await site.services.rights.endOthers(by: proof) {
                    context.logger.info("other browsers ended")
                    if let owned { cookies = try await newIdentity(owned, request) }
                }
            } else if try await site.services.rights.end(BrowserDigest(rawValue: which), by: proof) {
                context.logger.info("browser ended")
                if which == proof.browser.rawValue {
                    cookies = [Visitor.identityCookie, Visitor.browserCookie].map { site.cookie($0, "", request) }
                }
            }
        }
        return site.redirect(to: WebRoutePattern.mine.rawValue, request, cookies: cookies)
    }

    /// Returns proof that the name under which a browser lists is its seller's.
    private func owned(_ vendor: Vendor?, _ visitor: Visitor) async throws -> VendorProof? {
        guard let vendor, let identifier = visitor.identifier, let key = visitor.browser else { return nil }
        return try await site.services.authenticator.vendor(vendor.id, identifiedBy: identifier, by: key)
    }

    /// Gives the seller of this browser another identifier. Those that were ended know the former one, and would list under
    /// the seller's name with it.
    private func newIdentity(_ proof: VendorProof, _ request: Request) async throws -> [Cookie] {
        guard let identifier = VendorIdentifier.random() else { return [] }
        try await site.services.rights.replaceIdentifier(of: proof, with: identifier)
        return [site.cookie(Visitor.identityCookie, identifier.text, request)]
    }

    func redirect(
        to back: String,
        afterPerforming action: DeskAction,
        on ids: [Product.ID],
        reservation: ManageListing.StateRequest? = nil,
        next: String? = nil,
        _ request: Request,
        _ context: MarketRequestContext
    ) async throws -> Response {
        let visitor = site.visitor(request)
        let report = try await site.services.perform(
            action,
            onEach: ids,
            reservation: reservation,
            by: visitor.browser,
            context
        )
        if report.entries.count == 1, let id = ids.first, report.entries.first?.result == .needsPassword {
            return site.redirect(to: DeskAddress.manage(id, doing: action, back: back), request)
        }
        return try await redirect(to: back, of: ids, next: next, reporting: report, request)
    }

    /// Leads back to the place in the list: a single product, or the next one if it has left the tab.
    private func redirect(
        to back: String,
        of ids: [Product.ID],
        next: String? = nil,
        reporting report: DeskReport,
        _ request: Request
    ) async throws -> Response {
        let isInTab = !back.contains("state=")
        let place = ids.count > 1 ? nil : isInTab ? ids.first.map { String($0.rawValue) } : next
        let anchor = place.flatMap { Int64($0) }.map { "#p\($0)" } ?? ""
        return site.redirect(
            to: back + anchor,
            request,
            cookies: [site.cookie(Visitor.reportCookie, try await reports.value(of: report), request)]
        )
    }

    // MARK: The password, once

    private func passwordPage(
        _ id: Product.ID,
        showing product: Product?,
        _ action: String?,
        _ back: String?,
        _ request: Request,
        _ visitor: Visitor
    ) -> Response {
        let page = PasswordPage(
            kind: .manage,
            id: id,
            product: product,
            action: action.flatMap { DeskAction(rawValue: $0) },
            back: back.map { Self.back($0, request) }
        )
        return site.form(request, visitor) { _ in page }.forSellerOnly
    }

    /// Checks the password, leaves the browser the right for the product, and does what was tapped.
    @Sendable private func unlock(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        let source = context.clientAddress
        return try await site.forms.withForm(of: request, sentBy: source, from: visitor) { form in
            let action = form["do"].flatMap { DeskAction(rawValue: $0) }
            let back = form["back"].map { Self.back($0, request) } ?? DeskAddress.manage(id)
            do {
                let (browser, cookies) = try await site.unlock(
                    id,
                    with: form["password"],
                    from: source,
                    request,
                    visitor
                )
                var response: Response
                switch action {
                case nil: response = site.redirect(to: back, request)
                case .reserve: response = site.redirect(to: DeskAddress.reserve([id], back: back), request)
                case let action?:
                    let report = try await site.services.perform(action, onEach: [id], by: browser, context)
                    response = try await redirect(to: back, of: [id], reporting: report, request)
                }
                for cookie in cookies { response.setCookie(cookie) }
                return response
            } catch let error as MarketError where !request.wantsJSON {
                return try await site.passwordAgain(
                    to: .manage,
                    id,
                    after: error,
                    from: form.from,
                    action: form["do"],
                    back: form["back"],
                    request,
                    visitor
                )
            }
        }
    }

    // MARK: Reading

    /// Returns the page of the desk that a form leads back to.
    static func back(_ text: String?, _ request: Request) -> String {
        let path = request.returnPath(text)
        let isManaged = path.hasPrefix("/products/") && path.hasSuffix("/manage")
        return path == "/mine" || path.hasPrefix("/mine?") || isManaged ? path : WebRoutePattern.mine.rawValue
    }

    /// Returns the different ids in lists that are separated by commas; anything else is ignored.
    static func ids(_ values: [String]) -> [Product.ID] {
        var ids: [Product.ID] = []
        for part in values.prefix(DeskReport.maximumCount).flatMap({ $0.split(separator: ",") }) {
            guard let number = Int64(part), number > 0, ids.count < DeskReport.maximumCount else { continue }
            let id = Product.ID(rawValue: number)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}
