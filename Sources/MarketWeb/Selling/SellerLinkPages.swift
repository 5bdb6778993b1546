import HTTPTypes
import Hummingbird
import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The pages of a listing's link, which can renew the listing and mark it as sold, without the password and in any browser
/// (UX.md, “A link for a helper”).
struct SellerLinkPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.newSellerLink, use: leadBack)
        router.post(.newSellerLink, use: makeLink)
        router.get(.sellerLink, use: show)
        router.post(.sellerLink, form: act)
    }

    // MARK: The seller

    /// The page with a link is the answer to a form. Loading its address later shows the form.
    @Sendable private func leadBack(_ request: PageRequest) throws -> Response {
        request.redirect(to: DeskAddress.manage(try request.context.productID()))
    }

    @Sendable private func makeLink(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        return try await request.withForm { _ in
            guard let browser = request.visitor.browser,
                let proof = try await site.services.authenticator.right(of: browser, for: id),
                case let product = try await site.services.showProduct(proof).product, !actions(product).isEmpty,
                let token = try await site.services.rights.issueLink(for: id, to: browser)
            else { return request.redirect(to: DeskAddress.manage(id)) }
            request.context.logger.info("link created", metadata: ["product": "\(id.rawValue)"])
            let address = request.origin.text + WebRoutePattern.sellerLink.address(with: token)
            return request.form(LinkPage(address: address, product: product)).withSecretAddress
        }
    }

    // MARK: The holder of the link

    @Sendable private func show(_ request: PageRequest) async throws -> Response {
        if let token = request.queryFields["token"] {
            return request.open(.sellerLink, token: token, in: .link) ?? ended(token, request)
        }
        if let token = request.visitor.linkToken { return try await page(token, request) }
        return request.linkNotOpened()
    }

    @Sendable private func act(_ request: PageRequest, _ form: WebForm) async throws -> Response {
        let token = form["token"] ?? ""
        guard let id = try await site.services.authenticator.link(token)?.product else {
            return ended(token, request)
        }
        let action = form["do"].flatMap { DeskAction(rawValue: $0) }
        guard let action, action == .renew || action == .sell else { return try await page(token, request) }
        let product: Product
        do throws(MarketError) {
            product = try await sellOrRenew(id, by: .right(token), action, from: request.client)
        } catch {
            switch error {
            case .lifecycle(let problem): return try await page(token, request, problem: problem)
            case .invalidRight, .deletedProduct, .removedProduct, .heldProduct, .unknownProduct:
                return ended(token, request)
            default: throw error
            }
        }
        request.context.logger.changedState(of: product, isByLink: true)
        let outcome = DeskOutcome(
            action: action,
            id: id,
            name: product.listing.name,
            lifecycle: product.lifecycle,
            result: .done
        )
        let sentence = DeskOutcomeViewData(site: request.siteContext(), back: "/").sentence(outcome)
        let address = "/products/\(id.rawValue)"
        return response(MessagePage(kind: .sellerLinkUsed, sentence: sentence, address: address), request)
    }

    private func sellOrRenew(
        _ id: Product.ID,
        by link: ManageListing.Authority,
        _ action: DeskAction,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        guard action == .sell else { return try await site.services.manageListing.renew(id, by: link, from: source) }
        let sold = ManageListing.StateRequest(state: ListingState.Kind.sold.rawValue)
        return try await site.services.manageListing.changeState(of: id, to: sold, by: link, from: source)
    }

    /// Returns the page of a link. Links that can't be used any more are answered alike, as if they had never existed.
    private func page(
        _ token: String,
        _ request: PageRequest,
        problem: LifecycleProblem? = nil
    ) async throws -> Response {
        guard let product = try await product(ofLink: token) else { return ended(token, request) }
        let actions = actions(product)
        guard !actions.isEmpty else { return ended(token, request) }
        let page = SellerLinkPage(product: product, token: token, actions: actions, problem: problem)
        return response(page, request, status: problem == nil ? .ok : .conflict)
    }

    private func response(
        _ page: some WebPage,
        _ request: PageRequest,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        request.form(page, status: status).withSecretAddress
    }

    /// A browser forgets a link that has ended, but not another one that it has opened meanwhile.
    private func ended(_ token: String, _ request: PageRequest) -> Response {
        var response = response(MessagePage(kind: .sellerLinkEnded), request, status: .gone)
        if request.visitor.linkToken == token { response.setCookie(request.cookie(.link, "")) }
        return response
    }

    private func product(ofLink token: String) async throws(MarketError) -> Product? {
        guard let proof = try await site.services.authenticator.link(token) else { return nil }
        return try await unlessAbsent { () throws(MarketError) in try await site.services.showProduct(proof).product }
    }

    private func actions(_ product: Product) -> [SellerAuthority.Action] {
        product.lifecycle.actionsOfLink(at: site.services.clock.now, by: site.services.policy.lifecycles)
    }
}
