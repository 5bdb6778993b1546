import Foundation
import MarketClient
import MarketModels

/// An in-memory identity store; a broken one stores nothing.
actor MemoryIdentityStore: IdentityStore {
    private let isBroken: Bool
    private var texts: [IdentityKey: String]

    init(
        isBroken: Bool = false,
        _ secrets: [Product.ID: String] = [:],
        rights: [Product.ID: String] = [:]
    ) {
        self.isBroken = isBroken
        texts = Dictionary(uniqueKeysWithValues: secrets.map { (.secret($0), $1) } + rights.map { (.token($0), $1) })
    }

    private func check() throws(IdentityStoreError) {
        if isBroken { throw IdentityStoreError("no room") }
    }

    func identifier(in market: URL) async throws(IdentityStoreError) -> VendorIdentifier {
        guard let identifier = VendorIdentifier("somebody") else { throw IdentityStoreError("no identifier") }
        return identifier
    }

    func text(for key: IdentityKey, in market: URL) async throws(IdentityStoreError) -> String? {
        try check()
        return texts[key]
    }

    func save(_ text: String, for key: IdentityKey, in market: URL) async throws(IdentityStoreError) {
        try check()
        texts[key] = text
    }

    func remove(_ key: IdentityKey, in market: URL) async throws(IdentityStoreError) {
        try check()
        texts[key] = nil
    }

    func keys(in market: URL) async throws(IdentityStoreError) -> [IdentityKey] {
        try check()
        return Array(texts.keys)
    }
}
