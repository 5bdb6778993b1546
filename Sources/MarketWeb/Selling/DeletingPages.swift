import HTTPTypes
import Hummingbird
import Logging
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages for deleting a product with its password (UX.md, “Deleting”).
struct DeletingPages: Sendable {
    let site: PageResponder

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.delete), use: show)
        router.post(.page(.delete), use: delete)
    }

    @Sendable private func show(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        let product = try await site.services.view(id, for: visitor).product
        let proof = try await site.services.passwordProof(of: visitor, for: id)
        return site.form(request, visitor) { _ in
            PasswordPage(
                kind: .delete,
                id: id,
                product: product,
                asksPassword: proof == nil,
                from: request.from
            )
        }
    }

    @Sendable private func delete(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = site.visitor(request)
        return try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let source = context.clientAddress
            do {
                // A browser with a ticket isn't asked for the password.
                let proof = form["password"] == nil ? try await site.services.passwordProof(of: visitor, for: id) : nil
                let product =
                    if let proof {
                        try await site.services.deleteProduct(proof)
                    } else {
                        try await site.services.deleteProduct(
                            id,
                            secret: form["password"],
                            from: source,
                            seller: try await site.services.seller(visitor, of: id)
                        )
                    }
                context.logger.deleted(product)
                if request.wantsJSON {
                    let message = InterfaceTexts(language: visitor.language).deleted(product.listing.name)
                    return site.redirect(to: form.from.path, request, message: message)
                }
                let page = DeletedPage(name: product.listing.name, from: form.from)
                return site.page(page, site.context(request, visitor))
            } catch let error as MarketError where !request.wantsJSON {
                return try await site.passwordAgain(to: .delete, id, after: error, from: form.from, request, visitor)
            }
        }
    }
}
