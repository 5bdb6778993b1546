/// Signs what the market hands out and wants to know again. Several servers of one market share its key.
public protocol TicketSigner: Sendable {
    /// A code that nobody without the key can make (a message authentication code), always of the same length.
    func code(for message: [UInt8]) async throws(StoreError) -> [UInt8]

    /// Whether a code is the message's, in a time that doesn't depend on where it differs.
    func isCode(_ code: [UInt8], for message: [UInt8]) async throws(StoreError) -> Bool
}
