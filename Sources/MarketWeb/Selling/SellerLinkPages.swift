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

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.newSellerLink), use: leadBack)
        router.post(.page(.newSellerLink), use: makeLink)
        router.get(.page(.sellerLink), use: show)
        router.post(.page(.sellerLink), use: act)
    }

    // MARK: The seller

    /// The page with a link is the answer to a form. Loading its address later shows the form.
    @Sendable private func leadBack(_ request: Request, context: MarketRequestContext) throws -> Response {
        site.redirect(to: DeskAddress.manage(try context.productID()), request)
    }

    @Sendable private func makeLink(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { _ in
            guard let browser = visitor.browser,
                let proof = try await site.services.authenticator.right(of: browser, for: id),
                case let product = try await site.services.showProduct(proof).product, !actions(product).isEmpty,
                let token = try await site.services.rights.issueLink(for: id, to: browser)
            else { return site.redirect(to: DeskAddress.manage(id), request) }
            context.logger.info("link created", metadata: ["product": "\(id.rawValue)"])
            let origin = site.origins.origin(of: request.head).text
            let page = SellerLinkReadyPage(product: product, address: "\(origin)\(SellerLinkAddress.link(token))")
            return site.form(request, visitor) { _ in page }.withSecretAddress
        }
    }

    // MARK: The holder of the link

    @Sendable private func show(_ request: Request, _: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        if let token = request.queryFields["token"] {
            return site.open(.sellerLink, token: token, in: Visitor.linkCookie, request)
                ?? ended(token, request, visitor)
        }
        if let token = visitor.linkToken { return try await page(token, request) }
        return site.linkNotOpened(request, visitor)
    }

    @Sendable private func act(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let token = form["token"] ?? ""
            guard let id = try await site.services.authenticator.link(token)?.product else {
                return ended(token, request, visitor)
            }
            let action = form["do"].flatMap { DeskAction(rawValue: $0) }
            guard let action, action == .renew || action == .sell else { return try await page(token, request) }
            let product: Product
            do throws(MarketError) {
                product = try await sellOrRenew(id, by: .right(token), action, from: context.clientAddress)
            } catch {
                switch error {
                case .lifecycle(let problem): return try await page(token, request, problem: problem)
                case .invalidRight, .deletedProduct, .removedProduct, .heldProduct, .unknownProduct:
                    return ended(token, request, visitor)
                default: throw error
                }
            }
            context.logger.changedState(of: product, isByLink: true)
            let outcome = DeskOutcome(
                action: action,
                id: id,
                name: product.listing.name,
                lifecycle: product.lifecycle,
                result: .done
            )
            return site.form(request, visitor) { _ in
                SellerLinkPage(content: .done(outcome), rules: site.services.policy.lifecycles)
            }
            .withSecretAddress
        }
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
        _ request: Request,
        problem: LifecycleProblem? = nil
    ) async throws -> Response {
        let visitor = site.visitor(request)
        guard let product = try await product(ofLink: token) else { return ended(token, request, visitor) }
        let actions = actions(product)
        guard !actions.isEmpty else { return ended(token, request, visitor) }
        let content = SellerLinkPage.Content.ready(product, token: token, actions: actions, problem: problem)
        return site.form(request, visitor, status: problem == nil ? .ok : .conflict) { _ in
            SellerLinkPage(content: content, rules: site.services.policy.lifecycles)
        }.withSecretAddress
    }

    /// A browser forgets a link that has ended, but not another one that it has opened meanwhile.
    private func ended(_ token: String, _ request: Request, _ visitor: Visitor) -> Response {
        let page = SellerLinkPage(content: .ended, rules: site.services.policy.lifecycles)
        var response = site.form(request, visitor, status: .gone) { _ in page }.withSecretAddress
        if visitor.linkToken == token {
            let path = WebRoutePattern.sellerLink.rawValue
            response.setCookie(site.cookie(Visitor.linkCookie, "", request, path: path))
        }
        return response
    }

    private func product(ofLink token: String) async throws(MarketError) -> Product? {
        guard let proof = try await site.services.authenticator.link(token) else { return nil }
        do throws(MarketError) {
            return try await site.services.showProduct(proof).product
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }

    private func actions(_ product: Product) -> [SellerAuthority.Action] {
        product.lifecycle.actionsOfLink(at: site.services.clock.now, by: site.services.policy.lifecycles)
    }
}
