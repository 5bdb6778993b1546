import Hummingbird
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// A product as one browser may see it: as its seller if it holds the right for it, or has proved its password within the
/// hour.
enum ProductView {
    case seller(SellerProduct, SellerProof)
    case everybody(Product)
    /// It is hidden or expired, and the browser isn't its seller's.
    case withheld

    /// What the browser may see of the product, or nil for nothing.
    var product: Product? {
        switch self {
        case .seller(let own, _): own.product
        case .everybody(let product): product
        case .withheld: nil
        }
    }
}

extension MarketServices {
    /// Returns proof that a browser is the seller's, or nil.
    func proof(of visitor: Visitor, for id: Product.ID) async throws(MarketError) -> SellerProof? {
        if let proof = try await right(of: visitor, for: id) { return proof }
        return try await passwordProof(of: visitor, for: id)
    }

    /// Returns proof that a browser holds the right for a product, or nil.
    func right(of visitor: Visitor, for id: Product.ID) async throws(MarketError) -> SellerProof? {
        guard let browser = visitor.browser else { return nil }
        return try await authenticator.right(of: browser, for: id)
    }

    /// Returns proof that a browser has proved the password within the hour, or nil.
    func passwordProof(of visitor: Visitor, for id: Product.ID) async throws(MarketError) -> SellerProof? {
        guard let ticket = visitor.ticket(for: id) else { return nil }
        return try await authenticator.ticket(ticket, for: id)
    }

    /// Returns the browser if it is the seller's, whose passwords have a limit of their own; nil for others.
    func seller(_ visitor: Visitor, of id: Product.ID) async throws(MarketError) -> BrowserDigest? {
        try await authenticator.seller(visitor.browser, ticket: visitor.ticket(for: id), of: id)
    }

    /// - Throws: An error if there is no such product.
    func view(_ id: Product.ID, for visitor: Visitor) async throws(MarketError) -> ProductView {
        if let proof = try await proof(of: visitor, for: id) { return .seller(try await showProduct(proof), proof) }
        return try await showProduct.shown(id).map { .everybody($0) } ?? .withheld
    }
}

/// Returns what `body` does, or nil if there is no such product or seller, or none that everybody may see.
func unlessAbsent<Value>(
    _ body: () async throws(MarketError) -> Value
) async throws(MarketError) -> Value? {
    do throws(MarketError) {
        return try await body()
    } catch {
        guard error.isAbsence else { throw error }
        return nil
    }
}

extension PageResponder {
    /// Returns that the seller of a browser is blocked, and why if the browser has proven to be theirs; nil if they aren't blocked.
    func block(of vendor: Vendor?, for visitor: Visitor) async throws -> SellerBlock? {
        guard let vendor, vendor.isBlocked else { return nil }
        var proof: VendorProof?
        if let browser = visitor.browser {
            proof = try await services.authenticator.vendor(vendor.id, by: browser)
            // None of their listings may be left.
            if proof == nil, let identifier = visitor.identifier {
                proof = try await services.authenticator.vendor(vendor.id, identifiedBy: identifier, by: browser)?
                    .seller
            }
        }
        return try await services.moderateListings.block(of: vendor, for: proof)
    }

}

extension PageRequest {
    /// Returns the response for a blocked seller who asks for a form; nil for others.
    func refusal(ofSeller vendor: Vendor?) async throws -> Response? {
        guard let block = try await site.block(of: vendor, for: visitor) else { return nil }
        let calendar = site.services.policy.lifecycles.calendar
        let sentence = InterfaceTexts(language: visitor.language).sentence(for: block, in: calendar)
        let page = MessagePage(kind: .blocked, sentence: sentence, reason: block.reason)
        return self.page(page, status: .forbidden).forSellerOnly
    }

    /// Checks a password, and leaves the browser a ticket, which edits and deletes for an hour, and the right, which changes
    /// the state from now on.
    ///
    /// - Parameter keepsRight: whether the browser gets the right.
    func unlock(
        _ id: Product.ID,
        with secret: String?,
        keepsRight: Bool = true
    ) async throws(MarketError) -> (browser: BrowserKey?, cookies: [Cookie]) {
        let proof = try await site.services.authenticator.password(
            secret,
            of: id,
            from: client,
            seller: try await site.services.seller(visitor, of: id)
        )
        // The right comes first, because the ticket ends with it.
        let given: (browser: BrowserKey?, cookies: [Cookie]) =
            keepsRight ? try await giveRight(proof) : (visitor.browser, [])
        guard let ticket = try await site.services.tickets.issue(proof, to: given.browser) else { throw .wrongSecret }
        return (given.browser, ticketCookies(ticket, for: id) + given.cookies)
    }

    /// Leaves a browser that has presented the password the right for the product.
    func giveRight(
        _ proof: SellerProof
    ) async throws(MarketError) -> (browser: BrowserKey, cookies: [Cookie]) {
        let browser = visitor.browser ?? BrowserKey()
        try await site.services.rights.issue(proof, to: browser, named: visitor.browserName)
        return (browser, visitor.browser == nil ? [cookie(.browser, browser.text)] : [])
    }
}
