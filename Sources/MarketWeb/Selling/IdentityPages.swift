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

    func addRoutes(to router: PageRouter) {
        router.get(.move, use: movePage)
        router.get(.moveLink, use: leadBack)
        router.post(.moveLink, form: makeLink)
        router.get(.receive, use: showLink)
        router.post(.receive, form: receive)
    }

    // MARK: The browser that gives

    /// The page with a link is the answer to a form. Loading its address later, as Forward and restored tabs do, shows the form.
    @Sendable private func leadBack(_ request: PageRequest) -> Response {
        request.redirect(to: WebRoutePattern.move.rawValue)
    }

    @Sendable private func makeLink(_ request: PageRequest, _: WebForm) async throws -> Response {
        guard let (identity, proof) = try await ownIdentity(request.visitor) else { return try await movePage(request) }
        let token = try await site.services.identityLinks.makeLink(
            for: identity,
            provenBy: proof,
            from: request.client
        )
        return form(request, LinkPage(address: request.origin.text + WebRoutePattern.receive.address(with: token)))
    }

    // MARK: The browser that receives

    @Sendable private func showLink(_ request: PageRequest) async throws -> Response {
        if let token = request.queryFields["token"] {
            return request.open(.receive, token: token, in: .receive) ?? ended(token, request)
        }
        if let token = request.visitor.receiveToken {
            return try await linkPage(token, try await offer(ofLink: token, request), request)
        }
        return request.linkNotOpened()
    }

    @Sendable private func receive(_ request: PageRequest, _ form: WebForm) async throws -> Response {
        let token = form["token"] ?? ""
        // The seller that this browser has now must be the one that the page has warned of.
        let offered = try await offer(ofLink: token, request)
        guard let browser = request.visitor.csrf, let offered, try await !isHere(offered, request.visitor),
            form["replaces"] == (try await sellerReplaced(by: offered.identifier, request.visitor)?.id)
        else { return try await linkPage(token, offered, request) }
        let received: BrowserIdentity?
        switch offered {
        case .identity(let giver):
            received = try await share(giver, token, in: browser, request.visitor)
        case .invitation:
            let seller = try await site.services.inviteSellers.accept(token, for: browser, from: request.client)
            received = seller.map {
                BrowserIdentity(identifier: $0.identifier, key: request.visitor.browser ?? BrowserKey())
            }
        }
        guard let received else { return try await linkPage(token, nil, request) }
        request.context.logger.info("identity received", metadata: ["by": "\(offered.kind)"])
        return redirectToListings(of: received, by: offered, request)
    }

    /// Gives this browser the rights of another one, with a key of its own, so that each can be ended without the other, and uses the
    /// link then: one that is used and whose browser isn't stored counts as that of an ended one.
    ///
    /// - Returns: nil if the other one was ended, or another browser has used the link, meanwhile.
    private func share(
        _ giver: BrowserIdentity,
        _ token: String,
        in browser: String,
        _ visitor: Visitor
    ) async throws -> BrowserIdentity? {
        let key = BrowserKey(receivedBy: token, in: browser)
        guard try await site.services.rights.share(giver, with: key, named: visitor.browserName) else { return nil }
        guard try await site.services.identityLinks.redeem(token, for: browser) != nil else {
            try await site.services.store.removeBrowser(key.digest)
            return nil
        }
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
    private func offer(ofLink token: String, _ request: PageRequest) async throws -> Offer? {
        let browser = request.visitor.csrf
        if let identity = try await site.services.identityLinks.identity(ofLink: token, for: browser) {
            return try await isEnded(identity, token, browser) ? nil : .identity(identity)
        }
        let seller = try await site.services.inviteSellers.seller(ofLink: token, for: browser, from: request.client)
        return seller.map { .invitation($0) }
    }

    /// Whether the browser that has used a link was ended since, so that repeating it doesn't let it in again, or the seller has
    /// another identifier, because the former one was known to such browsers.
    private func isEnded(_ identity: BrowserIdentity, _ token: String, _ browser: String?) async throws -> Bool {
        guard try await vendor(identity) != nil else { return true }
        let isUnused = try await site.services.identityLinks.identity(ofLink: token, for: nil) != nil
        guard !isUnused, let browser else { return false }
        return try await site.services.authenticator.browser(BrowserKey(receivedBy: token, in: browser)) == nil
    }

    /// Gives this browser an identity and its rights.
    private func redirectToListings(
        of identity: BrowserIdentity,
        by offer: Offer,
        _ request: PageRequest
    ) -> Response {
        var cookies = [request.cookie(.identity, identity.identifier.text)]
        if request.visitor.browser != identity.key {
            cookies.append(request.cookie(.browser, identity.key.text))
        }
        if request.visitor.receiveToken != nil { cookies.append(request.cookie(.receive, "")) }
        // The listings of a link show by themselves that it worked.
        if case .invitation = offer { cookies.append(request.joinedCookie(true)) }
        return request.redirect(to: WebRoutePattern.mine.rawValue, cookies: cookies).withSecretAddress
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

    @Sendable private func movePage(_ request: PageRequest) async throws -> Response {
        let seller: KnownSeller? =
            if let (identity, _) = try await ownIdentity(request.visitor) { try await self.seller(identity) } else {
                nil
            }
        return form(request, MovePage(seller: seller))
    }

    private func linkPage(_ token: String, _ offer: Offer?, _ request: PageRequest) async throws -> Response {
        guard let offer else { return ended(token, request) }
        let replaced = try await sellerReplaced(by: offer.identifier, request.visitor)
        let isHere = try await isHere(offer, request.visitor)
        switch offer {
        case .identity(let identity):
            guard let seller = try await seller(identity) else { return ended(token, request) }
            if isHere { return form(request, MessagePage(kind: .listingsHere)) }
            return form(request, ReceivePage(offer: .listings(seller), token: token, replaced: replaced))
        case .invitation(let invited):
            if isHere { return form(request, MessagePage(kind: .isSeller)) }
            let invitation = ReceivePage.Offer.invitation(invited.vendor.name, until: invited.endsAt)
            return form(request, ReceivePage(offer: invitation, token: token, replaced: replaced))
        }
    }

    /// A browser forgets a link that has ended, but not another one that it has opened meanwhile.
    private func ended(_ token: String, _ request: PageRequest) -> Response {
        var response = form(request, status: .gone, MessagePage(kind: .linkEnded))
        if request.visitor.receiveToken == token { response.setCookie(request.cookie(.receive, "")) }
        return response
    }

    private func form(
        _ request: PageRequest,
        status: HTTPResponse.Status = .ok,
        _ page: some WebPage
    ) -> Response {
        request.form(page, status: status).withSecretAddress
    }

    // MARK: Sellers

    /// Returns the identity of this browser, with proof, if it holds the right for a product of its seller. An identifier
    /// alone is a name that anybody can send.
    private func ownIdentity(_ visitor: Visitor) async throws -> (BrowserIdentity, VendorProof)? {
        guard let identifier = visitor.identifier, let key = visitor.browser else { return nil }
        let identity = BrowserIdentity(identifier: identifier, key: key)
        guard let vendor = try await vendor(identity) else { return nil }
        return try await site.services.authenticator.vendor(vendor.id, by: key).map { (identity, $0) }
    }

    private func vendor(_ identity: BrowserIdentity) async throws -> Vendor? {
        try await site.services.store.vendor(identifiedBy: identity.identifier)
    }

    private func seller(_ identity: BrowserIdentity) async throws -> KnownSeller? {
        guard let vendor = try await vendor(identity) else { return nil }
        return try await seller(vendor, of: identity.key)
    }

    /// Returns a seller with the number of listings that My listings shows in the browser with this key, also hidden and expired ones.
    private func seller(_ vendor: Vendor, of key: BrowserKey?) async throws -> KnownSeller {
        var proof: VendorProof?
        if let key { proof = try await site.services.authenticator.vendor(vendor.id, by: key) }
        let listings = try await site.services.store.ownProducts(
            of: vendor.id,
            provenBy: proof,
            in: nil,
            page: 1,
            size: 1
        )
        return KnownSeller(name: vendor.name, productCount: listings.totalCount)
    }

    /// Returns the seller of this browser, whom it would lose with another identity; nil if it would lose none, or nothing
    /// was ever listed from it.
    private func sellerReplaced(
        by identifier: VendorIdentifier,
        _ visitor: Visitor
    ) async throws -> ReceivePage.ReplacedSeller? {
        guard identifier != visitor.identifier, let vendor = try await site.vendor(of: visitor) else { return nil }
        let seller = try await seller(vendor, of: visitor.browser)
        return ReceivePage.ReplacedSeller(id: String(vendor.id.rawValue), seller: seller)
    }
}
