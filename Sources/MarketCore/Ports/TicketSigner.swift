/// A signer of tokens that the market issues and has to recognise later. The nodes of one market share its key.
public protocol TicketSigner: Sendable {
    /// Computes the signature of a message, a message authentication code. All signatures have the same length.
    func signature(for message: [UInt8]) async throws(StoreError) -> [UInt8]

    /// Returns whether a signature is valid for the message. The comparison takes constant time.
    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) async throws(StoreError) -> Bool
}
