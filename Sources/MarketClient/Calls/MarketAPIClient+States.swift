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
    public func product(_ id: Product.ID, token: String) async throws(MarketClientError) -> DetailedProduct {
        let request = request(.get, .state(id), headers: SellerCredential.token(token).headers)
        return try await read(DetailedProduct.self, from: perform(request, .none))
    }

    public func changeState(
        of id: Product.ID,
        to change: StateChange,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        let body = Data(change.encoded(secret: credential.secret))
        let request = request(.put, .state(id), headers: credential.headers, body: .bytes(body))
        return try await read(DetailedProduct.self, from: perform(request, .repeatable))
    }

    public func renew(
        _ id: Product.ID,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        try await post(.renewal(id), by: credential)
    }

    public func bump(
        _ id: Product.ID,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        try await post(.bump(id), by: credential)
    }

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
