import Foundation
public import MarketModels

/// An issuer of tickets for clients that have presented a product's secret, so that a form can be filled in without
/// storing the secret anywhere.
///
/// A ticket is signed and not stored, so issuing tickets never invalidates others. It is as good as the secret for one
/// product, for an hour, as long as the product's secret doesn't change (``SellerAuthenticator/ticket(_:for:)``). That of a
/// browser that holds the right for the product ends with the right.
public struct EditTickets: Sendable {
    /// The lifetime of a ticket, in seconds.
    public static let lifetime: Int64 = 3600

    let authenticator: SellerAuthenticator
    let format: TicketFormat

    /// Checks the secret and issues a ticket.
    ///
    /// - Parameter browser: the browser that gets the ticket.
    /// - Returns: a ticket of at most 140 letters, digits, `-` and `_`, and what it proves.
    public func issue(
        for id: Product.ID,
        secret: String?,
        from source: ClientAddress,
        seller: BrowserDigest? = nil,
        to browser: BrowserKey? = nil
    ) async throws(MarketError) -> (ticket: String, proof: SellerProof) {
        let proof = try await authenticator.password(secret, of: id, from: source, seller: seller)
        guard let ticket = try await issue(proof, to: browser) else { throw .wrongSecret }
        return (ticket, proof)
    }

    /// Issues a ticket to a client that has presented the secret.
    ///
    /// - Parameter browser: the browser that gets the ticket.
    /// - Returns: nil if the proof isn't that of a secret.
    public func issue(_ proof: SellerProof, to browser: BrowserKey?) async throws(MarketError) -> String? {
        guard proof.authority == .password, let hash = proof.secretHash else { return nil }
        var holder: BrowserDigest?
        if let browser, try await authenticator.right(of: browser, for: proof.product) != nil {
            holder = browser.digest
        }
        return format.ticket(for: proof.product, hash, holder: holder)
    }

    /// Returns when a ticket expires, in milliseconds since 1970, or nil for a text that is none. Its signature isn't
    /// checked.
    public static func expiry(of ticket: String) -> Int64? { TicketFormat.decoded(ticket)?.expiry }
}

/// How a ticket is written and signed.
struct TicketFormat: Sendable {
    struct Ticket {
        /// The format, the expiry and, if the ticket has one, the holder, which precede the code.
        let head: [UInt8]
        let signature: [UInt8]

        /// In milliseconds since 1970.
        var expiry: Int64 { Int64(bitPattern: head.dropFirst().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }

        /// The browser with whose right the ticket ends; nil for one that got no right.
        var holder: BrowserDigest? {
            let text = head.dropFirst(TicketFormat.headByteCount)
            return text.isEmpty ? nil : BrowserDigest(rawValue: String(decoding: text, as: UTF8.self))
        }
    }

    /// The number of seconds by which the remaining life of a ticket may exceed ``EditTickets/lifetime`` because the clock
    /// was set back after it was issued. A ticket beyond that was issued while the clock was ahead and is refused, because
    /// it would stay valid too long.
    private static let clockTolerance: Int64 = 7200
    private static let format: UInt8 = 1
    private static let formatWithHolder: UInt8 = 2
    private static let headByteCount = 9
    private static let holderByteCount = 64
    /// A ticket has 55 characters, or 140 with its holder.
    private static let maximumByteCount = 140

    let signer: TicketSigner
    let clock: any WallClock

    func ticket(for id: Product.ID, _ hash: SecretHash, holder: BrowserDigest?) -> String {
        let end = clock.now.adding(seconds: EditTickets.lifetime).millisecondsSinceEpoch
        let head =
            [holder == nil ? Self.format : Self.formatWithHolder] + Self.bytes(of: end)
            + Array((holder?.rawValue ?? "").utf8)
        let signature = signer.signature(for: Self.message(head, id, hash))
        return Data(head + signature).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns a ticket that hasn't expired, or nil.
    func unexpired(_ text: String) -> Ticket? {
        guard let ticket = Self.decoded(text) else { return nil }
        let now = clock.now
        let latest = now.adding(seconds: EditTickets.lifetime + Self.clockTolerance)
        guard ticket.expiry > now.millisecondsSinceEpoch, ticket.expiry <= latest.millisecondsSinceEpoch else {
            return nil
        }
        return ticket
    }

    func isSigned(_ ticket: Ticket, for id: Product.ID, _ hash: SecretHash) -> Bool {
        signer.isValidSignature(ticket.signature, for: Self.message(ticket.head, id, hash))
    }

    static func decoded(_ ticket: String) -> Ticket? {
        guard ticket.utf8.count <= maximumByteCount else { return nil }
        let text = ticket.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), data.first == format || data.first == formatWithHolder
        else { return nil }
        let headLength = headByteCount + (data.first == formatWithHolder ? holderByteCount : 0)
        guard data.count > headLength else { return nil }
        let bytes = [UInt8](data)
        return Ticket(head: Array(bytes.prefix(headLength)), signature: Array(bytes.dropFirst(headLength)))
    }

    private static func message(_ head: [UInt8], _ id: Product.ID, _ hash: SecretHash) -> [UInt8] {
        Array("edit ticket".utf8) + head + bytes(of: id.rawValue) + Array(hash.rawValue.utf8)
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        let bits = UInt64(bitPattern: number)
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    }
}
