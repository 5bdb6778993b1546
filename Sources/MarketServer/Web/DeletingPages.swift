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
    let deleteProduct: DeleteProduct
    let site: PageResponder
    let forms: WebFormReader

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.delete), use: ask)
        router.post(.page(.delete), use: delete)
    }

    @Sendable private func ask(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let (product, _) = try await showProduct(try context.productID())
        return site.form(request, Visitor(request)) { _ in
            PasswordPage(kind: .delete, product: product, from: request.from)
        }
    }

    @Sendable private func delete(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let visitor = Visitor(request)
        return try await forms.withForm(of: request, sentBy: context.clientAddress, from: visitor) { form in
            let source = context.clientAddress
            do {
                let product = try await deleteProduct(id, secret: form["password"], from: source)
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
