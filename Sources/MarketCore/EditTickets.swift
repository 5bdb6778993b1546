import Foundation
public import MarketModels

/// Proof that a client has presented a product's secret recently.
public struct EditGrant: Hashable, Sendable {
    public let product: Product.ID
    /// The hash of the presented secret. A new secret voids the proof.
    let secretHash: SecretHash
}

/// An issuer of tickets for clients that have presented a product's secret, so that a form can be filled in without
/// storing the secret anywhere.
///
/// A ticket is signed and not stored, so issuing tickets never invalidates others. It grants access to one product for
/// an hour, as long as the product's secret doesn't change.
public struct EditTickets: Sendable {
    /// The lifetime of a ticket, in seconds.
    public static let lifetime: Int64 = 3600
    /// The number of seconds by which the remaining life of a ticket may exceed ``lifetime`` because the clock was set
    /// back after it was issued. A ticket beyond that was issued while the clock was ahead and is refused, because it
    /// would stay valid too long.
    private static let clockTolerance: Int64 = 7200
    private static let format: UInt8 = 1
    /// The size of the format and the expiry, which precede the code.
    private static let headByteCount = 9

    private let store: any ProductReading
    private let checkSecret: CheckSecret
    private let signer: any TicketSigner
    private let clock: any WallClock

    /// - Parameter clock: a clock that doesn't follow adjustments of the system clock while the market runs
    ///   (``SteadyClock``).
    public init(store: any ProductReading, checkSecret: CheckSecret, signer: any TicketSigner, clock: any WallClock) {
        self.store = store
        self.checkSecret = checkSecret
        self.signer = signer
        self.clock = clock
    }

    /// Checks the secret and issues a ticket.
    ///
    /// - Returns: a ticket of 55 letters, digits, `-` and `_`.
    public func issue(
        for id: Product.ID,
        secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> String {
        try await ticket(for: id, checkSecret.hash(of: id, provenBy: secret, from: source))
    }

    /// Issues a ticket to the client that has just listed a product, and therefore knows its secret.
    ///
    /// - Returns: nil if the product has been deleted meanwhile.
    public func issue(forListed id: Product.ID) async throws(MarketError) -> String? {
        let privateData = try await mappingErrors { () throws(StoreError) in try await store.privateData(of: id) }
        guard let privateData else { return nil }
        return try await ticket(for: id, privateData.secretHash)
    }

    private func ticket(for id: Product.ID, _ hash: SecretHash) async throws(MarketError) -> String {
        let end = clock.now.adding(seconds: Self.lifetime).millisecondsSinceEpoch
        let head = [Self.format] + Self.bytes(of: end)
        let signature = try await mappingErrors { () throws(StoreError) in
            try await signer.signature(for: Self.message(head, id, hash))
        }
        return Data(head + signature).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns what a ticket grants, or nil when it is malformed, expired, for another product or for a former secret.
    public func grant(_ ticket: String, for id: Product.ID) async throws(MarketError) -> EditGrant? {
        guard ticket.utf8.count <= 100, let bytes = Self.decoded(ticket), bytes.count > Self.headByteCount,
            bytes[0] == Self.format
        else { return nil }
        let head = Array(bytes.prefix(Self.headByteCount))
        let end = Int64(bitPattern: head.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        let now = clock.now
        guard end > now.millisecondsSinceEpoch,
            end <= now.adding(seconds: Self.lifetime + Self.clockTolerance).millisecondsSinceEpoch,
            let privateData = try await mappingErrors({ () throws(StoreError) in try await store.privateData(of: id) })
        else { return nil }
        let signature = Array(bytes.dropFirst(Self.headByteCount))
        let isValid = try await mappingErrors { () throws(StoreError) in
            try await signer.isValidSignature(signature, for: Self.message(head, id, privateData.secretHash))
        }
        return isValid ? EditGrant(product: id, secretHash: privateData.secretHash) : nil
    }

    private static func message(_ head: [UInt8], _ id: Product.ID, _ hash: SecretHash) -> [UInt8] {
        Array("edit ticket".utf8) + head + bytes(of: id.rawValue) + Array(hash.rawValue.utf8)
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        let bits = UInt64(bitPattern: number)
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    }

    private static func decoded(_ ticket: String) -> [UInt8]? {
        let text = ticket.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { [UInt8]($0) }
    }
}
