import Foundation
public import MarketModels

/// Proof that somebody has presented a product's secret a short while ago.
public struct EditGrant: Hashable, Sendable {
    public let product: Product.ID
    /// The secret that was right: a new one voids the proof.
    let secretHash: SecretHash
}

/// Hands out tickets for whoever has presented a product's secret, so that a form can be filled in without keeping the
/// secret anywhere.
///
/// A ticket is signed and kept nowhere, so there is no number of them that takes away another's. It opens one product,
/// for an hour, as long as the product's secret is the one that bought it.
public struct EditTickets: Sendable {
    /// How long a ticket is good, in seconds.
    public static let lifetime: Int64 = 3600
    /// How much longer a ticket may seem to live, in seconds, because the clock was set back since it was issued: with
    /// more, it was issued while the clock was ahead, and would live until then.
    private static let clockTolerance: Int64 = 7200
    private static let format: UInt8 = 1
    /// The format and when it ends, before the code.
    private static let headByteCount = 9

    private let store: any ProductStore
    private let checkSecret: CheckSecret
    private let signer: any TicketSigner
    private let clock: any WallClock

    /// - Parameter clock: should not be one that is set while the market runs (``SteadyClock``).
    public init(store: any ProductStore, checkSecret: CheckSecret, signer: any TicketSigner, clock: any WallClock) {
        self.store = store
        self.checkSecret = checkSecret
        self.signer = signer
        self.clock = clock
    }

    /// Checks the secret.
    ///
    /// - Returns: a ticket of 55 letters, digits, `-` and `_`.
    public func issue(
        for id: Product.ID,
        secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> String {
        let hash = try await checkSecret.hash(of: id, provenBy: secret, from: source)
        let end = clock.now.adding(seconds: Self.lifetime).millisecondsSinceEpoch
        let head = [Self.format] + Self.bytes(of: end)
        let code = try await asking { () throws(StoreError) in
            try await signer.code(for: Self.message(head, id, hash))
        }
        return Data(head + code).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What a ticket proves; nil when it is another product's, too old, for a secret of before, or none.
    public func grant(_ ticket: String, for id: Product.ID) async throws(MarketError) -> EditGrant? {
        guard ticket.utf8.count <= 100, let bytes = Self.decoded(ticket), bytes.count > Self.headByteCount,
            bytes[0] == Self.format
        else { return nil }
        let head = Array(bytes.prefix(Self.headByteCount))
        let end = Int64(bitPattern: head.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        let now = clock.now
        guard end > now.millisecondsSinceEpoch,
            end <= now.adding(seconds: Self.lifetime + Self.clockTolerance).millisecondsSinceEpoch,
            let facts = try await asking({ () throws(StoreError) in try await store.privateFacts(of: id) })
        else { return nil }
        let code = Array(bytes.dropFirst(Self.headByteCount))
        let isRight = try await asking { () throws(StoreError) in
            try await signer.isCode(code, for: Self.message(head, id, facts.secretHash))
        }
        return isRight ? EditGrant(product: id, secretHash: facts.secretHash) : nil
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
