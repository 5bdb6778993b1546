import HTTPTypes
import Hummingbird
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The page on which an operator gives a listing a new password, for a seller who has forgotten it (UX.md, “Operators”).
struct NewPasswordPages: Sendable {
    private typealias Call = OperatorPages.Call

    let site: PageResponder
    let operators: OperatorPages

    func addRoutes(to router: PageRouter) {
        operators.add(.operatorNewPassword, to: router, show: ask, change: replace)
    }

    /// Asks an operator who has signed in within the hour. What was typed is shown again whenever they have signed in.
    @Sendable private func ask(_ call: Call) async throws -> Response {
        let proof = try call.form == nil ? operators.recentOperator(call).proof : operators.operatorProof(call)
        let id = try call.request.context.productID()
        let own = try await site.services.moderateListings.listing(id, for: proof)
        let key = try await site.services.adminOperations.keyForNewSecret(of: id, for: proof)
        return try await page(call, own, key: key)
    }

    /// The page with the password is the answer to the form. Loading it later shows none.
    @Sendable private func replace(_ call: Call, _ form: WebForm) async throws -> Response {
        let id = try call.request.context.productID()
        let proof = try operators.recentOperator(call)
        guard form["sure"] == String(id.rawValue) else { throw OperatorNotice.text(.notConfirmed) }
        let made = try await site.services.adminOperations.newSecret(
            of: id,
            key: form["key"] ?? "",
            reason: form["reason"] ?? "",
            by: proof
        )
        guard let made else { throw OperatorNotice.text(.passwordChanged) }
        if made.isNew { call.log("password replaced", ["product": "\(id.rawValue)"]) }
        let own = try await site.services.moderateListings.listing(id, for: call.proof)
        return try await page(call, own, password: made.secret).withSecretAddress
    }

    /// Creates the page with the form, whose key is sent, or with the new password.
    private func page(
        _ call: Call,
        _ own: SellerProduct,
        key: String? = nil,
        password: String? = nil
    ) async throws -> Response {
        let (id, listing) = (own.product.id, OperatorAddress.listing(own.product.id))
        let title = call.texts[password == nil ? .newPasswordTitle : .newPasswordMade]
        return try await operators.page(call, "operator-password", titled: title, back: listing) { parts in
            [
                "rows": [parts.row(own)],
                "id": id.rawValue, "path": OperatorAddress.newPassword(id), "listing": listing, "key": key,
                "keepsForm": key != nil, "password": password,
            ]
        }
    }
}
