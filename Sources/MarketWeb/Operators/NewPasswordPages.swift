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
        operators.get(.operatorNewPassword, on: router) { try await ask($0, by: operators.recentOperator($0).proof) }
        operators.post(
            .operatorNewPassword,
            on: router,
            again: { call, _ in try await ask(call, by: operators.operatorProof(call)) },
            use: replace
        )
    }

    private func ask(_ call: Call, by proof: OperatorProof) async throws -> Response {
        let id = try call.request.context.productID()
        let own = try await site.services.moderateListings.listing(id, for: proof)
        let key = try await site.services.adminOperations.keyForNewSecret(of: id, for: proof)
        return try await operators.page(call) {
            OperatorNewPasswordPage(context: $0, own: own, content: .form(key: key))
        }
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
        return try await operators.page(call) {
            OperatorNewPasswordPage(context: $0, own: own, content: .password(made.secret))
        }
        .withSecretAddress
    }
}
