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

    func addRoutes(to router: PageRouter) {
        router.get(.delete, use: show)
        router.post(.delete, use: delete)
    }

    @Sendable private func show(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        let product = try await site.services.view(id, for: request.visitor).product
        let proof = try await site.services.passwordProof(of: request.visitor, for: id)
        let page = PasswordPage(
            kind: .delete,
            id: id,
            product: product,
            asksPassword: proof == nil,
            from: request.from
        )
        return request.form(page)
    }

    @Sendable private func delete(_ request: PageRequest) async throws -> Response {
        let id = try request.context.productID()
        return try await request.withForm { form in
            do {
                // A browser with a ticket isn't asked for the password.
                let proof =
                    form["password"] == nil
                    ? try await site.services.passwordProof(of: request.visitor, for: id) : nil
                let product =
                    if let proof {
                        try await site.services.deleteProduct(proof)
                    } else {
                        try await site.services.deleteProduct(
                            id,
                            secret: form["password"],
                            from: request.client,
                            seller: try await site.services.seller(request.visitor, of: id)
                        )
                    }
                request.context.logger.deleted(product)
                let message = InterfaceTexts(language: request.visitor.language)[.deleted(product.listing.name)]
                let list = form.from.path
                if request.wantsJSON { return request.redirect(to: list, message: message) }
                return request.page(MessagePage(kind: .deleted, sentence: message, address: list, back: list))
            } catch let error as MarketError where !request.wantsJSON {
                return try await request.passwordAgain(to: .delete, id, after: error, form)
            }
        }
    }
}
