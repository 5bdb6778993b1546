import Foundation
public import MarketAPI
public import MarketModels

/// The authorization of a change of a product's state.
public enum SellerCredential: Hashable, Sendable {
    /// The product's secret.
    case secret(String)
    /// A token that ``MarketAPIClient/issueToken(for:secret:)`` has returned. It can show the product in any state, change
    /// the state, renew and bump, and nothing else.
    case token(String)
}

extension MarketAPIClient {
    /// Loads a product in whatever state it is, as the seller who holds a token for it.
    ///
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/invalidRight`` if the token has ended.
    public func product(_ id: Product.ID, token: String) async throws(MarketClientError) -> DetailedProduct {
        let request = request(.get, .state(id), headers: SellerCredential.token(token).headers)
        return try await read(DetailedProduct.self, from: perform(request, .none))
    }

    /// Changes the state of a product. Requesting the state that it has already changes nothing.
    ///
    /// - Returns: The product as it is now.
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/stateConflict`` if the state can't
    ///   follow the current one.
    public func changeState(
        of id: Product.ID,
        to change: StateChange,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        let body = Data(change.encoded(secret: credential.secret))
        let request = request(.put, .state(id), headers: credential.headers, body: .bytes(body))
        return try await read(DetailedProduct.self, from: perform(request, .repeatable))
    }

    /// Adds another lifetime to what remains of a listing, at most two in all. An expired listing becomes open.
    ///
    /// - Returns: The product as it is now.
    public func renew(
        _ id: Product.ID,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        try await post(.renewal(id), by: credential)
    }

    /// Moves a listing to the top of the recently bumped ones. The market limits how often.
    ///
    /// - Returns: The product as it is now.
    public func bump(
        _ id: Product.ID,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        try await post(.bump(id), by: credential)
    }

    /// Gets a token to change the state of a product without its secret, to be stored on the device.
    ///
    /// The token ends when it is revoked and when the product gets another secret.
    public func issueToken(for id: Product.ID, secret: String) async throws(MarketClientError) -> String {
        let body = Data(encodedSecret(secret))
        let response = try await perform(request(.post, .rights(id), body: .bytes(body)), .repeatable)
        return try read(RightResponse.self, from: response).right
    }

    /// Ends a token, or with the secret all tokens of a product.
    public func revokeTokens(of id: Product.ID, by credential: SellerCredential) async throws(MarketClientError) {
        let body = credential.secret.map { ClientRequest.Body.bytes(Data(encodedSecret($0))) }
        let request = request(.delete, .rights(id), headers: credential.headers, body: body)
        let response = try await perform(request, .repeatable)
        // The network may have answered instead of the market, with a page to log in.
        guard response.status == 204 else { throw .unreadableResponse(detail: "HTTP \(response.status), not 204") }
    }

    private func post(
        _ route: MarketRoute,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        let body = credential.secret.map { ClientRequest.Body.bytes(Data(encodedSecret($0))) }
        let request = request(.post, route, headers: credential.headers, body: body)
        return try await read(DetailedProduct.self, from: perform(request, .once))
    }
}

extension SellerCredential {
    fileprivate var secret: String? {
        if case .secret(let secret) = self { secret } else { nil }
    }

    fileprivate var headers: [String: String] {
        if case .token(let token) = self { ["Authorization": "Bearer \(token)"] } else { [:] }
    }
}

private struct RightResponse: Decodable {
    let right: String
}
