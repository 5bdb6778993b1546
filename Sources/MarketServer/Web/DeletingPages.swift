import HTTPTypes
import Hummingbird
import Logging
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// The pages for deleting a product with its password (UX.md, “Deleting”).
struct DeletingPages: Sendable {
    let showProduct: ShowProduct
    let access: SellerAccess
    let deleteProduct: DeleteProduct
    let tickets: EditTickets
    let site: PageResponder
    let forms: WebFormReader

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.delete), use: show)
        router.post(.page(.delete), use: delete)
    }

    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let (product, _) = try await showProduct.inAnyState(try context.productID())
        let visitor = Visitor(request)
        let grant = try await grant(of: visitor, for: product.id)
        let isShown = try await access.shows(product, to: visitor)
        return site.form(request, visitor) { _ in
            PasswordPage(
                kind: .delete,
                product: product,
                showsProduct: isShown,
                asksPassword: grant == nil,
                from: request.from
            )
        }
    }

    private func grant(of visitor: Visitor, for id: Product.ID) async throws -> EditGrant? {
        guard let ticket = visitor.ticket else { return nil }
        return try await tickets.grant(ticket, for: id)
    }

    @Sendable private func delete(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = Visitor(request)
        return try await forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let source = context.clientAddress
            do {
                // A browser with a ticket isn't asked for the password.
                let grant = form["password"] == nil ? try await grant(of: visitor, for: id) : nil
                let product =
                    if let grant {
                        try await deleteProduct(grant)
                    } else {
                        try await deleteProduct(id, secret: form["password"], from: source)
                    }
                context.logger.info("deleted", metadata: ["product": "\(id.rawValue)"])
                if request.wantsJSON {
                    let message = WebTexts(language: visitor.language).deleted(product.listing.name)
                    return site.redirect(to: form.from.path, request, message: message)
                }
                let page = DeletedPage(name: product.listing.name, from: form.from)
                return site.page(page, site.context(request, visitor))
            } catch let error as MarketError where !request.wantsJSON {
                return try await site.passwordAgain(.delete, id, error, form.from, request, visitor)
            }
        }
    }
}
