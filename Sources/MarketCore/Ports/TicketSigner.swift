/// A signer of tokens that the market issues and has to recognise later. The servers of one market share its key.
public protocol TicketSigner: Sendable {
    /// Computes the message authentication code of a message. All codes have the same length.
    func code(for message: [UInt8]) async throws(StoreError) -> [UInt8]

    /// Returns whether a code is valid for the message. The comparison takes constant time.
    func isCode(_ code: [UInt8], for message: [UInt8]) async throws(StoreError) -> Bool
}
