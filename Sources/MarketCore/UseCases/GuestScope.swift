internal import MarketModels

/// Tells guests apart by their address, so that nobody can query or use up another guest's `Idempotency-Key`.
public struct GuestScope: Sendable {
    private let signer: any TicketSigner

    public init(signer: any TicketSigner) {
        self.signer = signer
    }

    /// Returns the scope of a client's keys. It is stored for a day, so it doesn't contain the address in readable form.
    public func callAsFunction(of client: ClientAddress) async throws(MarketError) -> String {
        let code = try await signer.signature(for: Array("guest \(client)".utf8))
        return code.prefix(16).hexDigits
    }
}
