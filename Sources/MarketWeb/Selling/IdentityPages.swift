import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages on which a browser gets an identity: from another browser (UX.md, “Another browser”), or by an invitation.
struct IdentityPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.move), use: show)
        router.post(.page(.moveLink), use: makeLink)
        router.get(.page(.receive), use: showLink)
        router.post(.page(.receive), use: receive)
    }

    // MARK: The browser that gives

    @Sendable private func show(_ request: Request, _: MarketRequestContext) async throws -> Response {
        try await movePage(request, site.visitor(request))
    }

    @Sendable private func makeLink(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { _ in
            guard let (identity, proof) = try await ownIdentity(visitor) else {
                return try await movePage(request, visitor)
            }
            let token = try await site.services.identityLinks.makeLink(
                for: identity,
                provenBy: proof,
                from: context.clientAddress
            )
            let origin = site.origins.origin(of: request.head).text
            return form(request, visitor, MoveLinkPage(address: "\(origin)\(Self.address(ofLink: token))"))
        }
    }

    // MARK: The browser that receives

    @Sendable private func showLink(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        if let token = request.queryFields["token"] {
            return site.open(.receive, token: token, in: Visitor.receiveCookie, request)
                ?? ended(token, request, visitor)
        }
        if let token = visitor.receiveToken {
            return try await linkPage(token, try await offer(ofLink: token, visitor, context), request, visitor)
        }
        return site.linkNotOpened(request, visitor)
    }

    @Sendable private func receive(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let token = form["token"] ?? ""
            // The seller that this browser has now must be the one that the page has warned of.
            let offered = try await offer(ofLink: token, visitor, context)
            guard let browser = visitor.csrf, let offered, try await !isHere(offered, visitor),
                form["replaces"] == (try await sellerReplaced(by: offered.identifier, visitor)?.id)
            else { return try await linkPage(token, offered, request, visitor) }
            let received: BrowserIdentity?
            switch offered {
            case .identity:
                let giver = try await site.services.identityLinks.redeem(token, for: browser)
                received = if let giver { try await share(giver, token, in: browser, visitor) } else { nil }
            case .invitation:
                let seller = try await site.services.inviteSellers.accept(
                    token,
                    for: browser,
                    from: context.clientAddress
                )
                received = seller.map {
                    BrowserIdentity(identifier: $0.identifier, key: visitor.browser ?? BrowserKey())
                }
            }
            guard let received else { return try await linkPage(token, nil, request, visitor) }
            context.logger.info("identity received", metadata: ["by": "\(offered.kind)"])
            return redirectToListings(of: received, by: offered, request, visitor)
        }
    }

    /// Gives this browser the rights of another one, with a key of its own, so that each can be ended without the other.
    ///
    /// - Returns: nil if the other one was ended meanwhile.
    private func share(
        _ giver: BrowserIdentity,
        _ token: String,
        in browser: String,
        _ visitor: Visitor
    ) async throws -> BrowserIdentity? {
        let key = BrowserKey(receivedBy: token, in: browser)
        guard try await site.services.rights.share(giver.key, with: key, named: visitor.browserName) else { return nil }
        return BrowserIdentity(identifier: giver.identifier, key: key)
    }

    /// What a link gives.
    private enum Offer {
        case identity(BrowserIdentity)
        case invitation(InvitedSeller)

        var identifier: VendorIdentifier {
            switch self {
            case .identity(let identity): identity.identifier
            case .invitation(let seller): seller.identifier
            }
        }

        var kind: String {
            switch self {
            case .identity: "link"
            case .invitation: "invitation"
            }
        }
    }

    /// Returns what a link gives, without using it; nil if it has ended.
    private func offer(
        ofLink token: String,
        _ visitor: Visitor,
        _ context: MarketRequestContext
    ) async throws -> Offer? {
        if let identity = try await site.services.identityLinks.identity(ofLink: token, for: visitor.csrf) {
            return .identity(identity)
        }
        let seller = try await site.services.inviteSellers.seller(
            ofLink: token,
            for: visitor.csrf,
            from: context.clientAddress
        )
        return seller.map { .invitation($0) }
    }

    /// Gives this browser an identity and its rights.
    private func redirectToListings(
        of identity: BrowserIdentity,
        by offer: Offer,
        _ request: Request,
        _ visitor: Visitor
    ) -> Response {
        var cookies = [site.cookie(Visitor.identityCookie, identity.identifier.text, request)]
        if visitor.browser != identity.key {
            cookies.append(site.cookie(Visitor.browserCookie, identity.key.text, request))
        }
        if visitor.receiveToken != nil { cookies.append(forgottenLink(request)) }
        // The listings of a link show by themselves that it worked.
        if case .invitation = offer { cookies.append(site.joinedCookie(true, request)) }
        return site.redirect(to: WebRoutePattern.mine.rawValue, request, cookies: cookies).withSecretAddress
    }

    /// Whether this browser is the same seller already, and holds the rights that the link would give, so that it keeps its own.
    private func isHere(_ offer: Offer, _ visitor: Visitor) async throws -> Bool {
        guard offer.identifier == visitor.identifier, let key = visitor.browser else { return false }
        switch offer {
        case .identity: return try await site.services.authenticator.browser(key) != nil
        // It gives no rights.
        case .invitation: return true
        }
    }

    // MARK: Pages

    private func movePage(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let seller: KnownSeller? =
            if let (identity, _) = try await ownIdentity(visitor) { try await self.seller(identity) } else { nil }
        return form(request, visitor, MovePage(seller: seller))
    }

    private func linkPage(
        _ token: String,
        _ offer: Offer?,
        _ request: Request,
        _ visitor: Visitor
    ) async throws -> Response {
        guard let offer else { return ended(token, request, visitor) }
        let replaced = try await sellerReplaced(by: offer.identifier, visitor)
        switch offer {
        case .identity(let identity):
            guard let seller = try await seller(identity) else { return ended(token, request, visitor) }
            if try await isHere(offer, visitor) { return form(request, visitor, ReceivePage(state: .isHereAlready)) }
            return form(request, visitor, ReceivePage(state: .ready(seller, token: token, replacing: replaced)))
        case .invitation(let invited):
            if try await isHere(offer, visitor) { return form(request, visitor, ReceivePage(state: .isSellerAlready)) }
            let state = ReceivePage.State.invited(
                invited.vendor.name,
                until: invited.endsAt,
                token: token,
                replacing: replaced
            )
            return form(request, visitor, ReceivePage(state: state))
        }
    }

    /// A browser forgets a link that has ended, but not another one that it has opened meanwhile.
    private func ended(_ token: String, _ request: Request, _ visitor: Visitor) -> Response {
        var response = form(request, visitor, status: .gone, ReceivePage(state: .ended))
        if visitor.receiveToken == token { response.setCookie(forgottenLink(request)) }
        return response
    }

    private func forgottenLink(_ request: Request) -> Cookie {
        site.cookie(Visitor.receiveCookie, "", request, path: WebRoutePattern.receive.rawValue)
    }

    private func form(
        _ request: Request,
        _ visitor: Visitor,
        status: HTTPResponse.Status = .ok,
        _ page: some WebPage
    ) -> Response {
        site.form(request, visitor, status: status) { _ in page }.withSecretAddress
    }

    static func address(ofLink token: String) -> String { "\(WebRoutePattern.receive.rawValue)?token=\(token)" }

    // MARK: Sellers

    /// Returns the identity of this browser, with proof, if it holds the right for a product of its seller. An identifier
    /// alone is a name that anybody can send.
    private func ownIdentity(_ visitor: Visitor) async throws -> (BrowserIdentity, VendorProof)? {
        guard let identifier = visitor.identifier, let key = visitor.browser else { return nil }
        let identity = BrowserIdentity(identifier: identifier, key: key)
        return try await proof(of: identity).map { (identity, $0) }
    }

    private func proof(of identity: BrowserIdentity) async throws -> VendorProof? {
        guard let vendor = try await site.services.browseProducts.vendor(identifiedBy: identity.identifier) else {
            return nil
        }
        return try await site.services.authenticator.vendor(vendor.id, by: identity.key)
    }

    private func seller(_ identity: BrowserIdentity) async throws -> KnownSeller? {
        guard let vendor = try await site.services.browseProducts.vendor(identifiedBy: identity.identifier) else {
            return nil
        }
        return try await seller(vendor)
    }

    private func seller(_ vendor: Vendor) async throws -> KnownSeller {
        let page = try await site.services.browseProducts(ProductQuery(size: 1, vendor: vendor.id), for: .unknown)
        return KnownSeller(name: vendor.name, productCount: page.totalCount)
    }

    /// Returns the seller of this browser, whom it would lose with another identity; nil if it would lose none.
    private func sellerReplaced(
        by identifier: VendorIdentifier,
        _ visitor: Visitor
    ) async throws -> ReceivePage.ReplacedSeller? {
        identifier == visitor.identifier ? nil : try await ownSeller(visitor)
    }

    /// Returns the seller of this browser; nil if nothing was ever listed from it.
    private func ownSeller(_ visitor: Visitor) async throws -> ReceivePage.ReplacedSeller? {
        guard let vendor = try await site.vendor(of: visitor) else { return nil }
        return ReceivePage.ReplacedSeller(id: String(vendor.id.rawValue), seller: try await seller(vendor))
    }
}
