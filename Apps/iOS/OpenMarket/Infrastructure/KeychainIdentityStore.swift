import Foundation
import MarketClient
import MarketModels
import Security

/// Stores the passwords of products and the tokens for them in the Keychain: an item for each of them, and one for the
/// identifier.
struct KeychainIdentityStore: IdentityStore {
    private static let identifierAccount = "identifier"

    func identifier(in market: URL) async throws(IdentityStoreError) -> VendorIdentifier {
        if let text = try read(Self.identifierAccount, market), let known = VendorIdentifier(text) { return known }
        let text = UUID().uuidString
        guard let made = VendorIdentifier(text) else { throw IdentityStoreError("no identifier") }
        try write(text, Self.identifierAccount, market)
        return made
    }

    func text(for key: IdentityKey, in market: URL) async throws(IdentityStoreError) -> String? {
        try read(key.rawValue, market)
    }

    func save(_ text: String, for key: IdentityKey, in market: URL) async throws(IdentityStoreError) {
        try write(text, key.rawValue, market)
    }

    func remove(_ key: IdentityKey, in market: URL) async throws(IdentityStoreError) {
        let status = SecItemDelete(query(market, key.rawValue) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.problem(status) }
    }

    func keys(in market: URL) async throws(IdentityStoreError) -> [IdentityKey] {
        var query = query(market)
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnAttributes] = true
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard status != errSecItemNotFound else { return [] }
        guard status == errSecSuccess, let items = found as? [[CFString: Any]] else { throw Self.problem(status) }
        return items.compactMap { ($0[kSecAttrAccount] as? String).flatMap { IdentityKey(rawValue: $0) } }
    }

    private func query(_ market: URL, _ account: String? = nil) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: market.absoluteString,
            kSecUseDataProtectionKeychain: true,
        ]
        if let account { query[kSecAttrAccount] = account }
        return query
    }

    private func read(_ account: String, _ market: URL) throws(IdentityStoreError) -> String? {
        var query = query(market, account)
        query[kSecReturnData] = true
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard status != errSecItemNotFound else { return nil }
        guard status == errSecSuccess, let data = found as? Data else { throw Self.problem(status) }
        return String(decoding: data, as: UTF8.self)
    }

    private func write(_ text: String, _ account: String, _ market: URL) throws(IdentityStoreError) {
        let value: [CFString: Any] = [
            kSecValueData: Data(text.utf8),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
        ]
        let item = query(market, account).merging(value) { $1 }
        var status = SecItemAdd(item as CFDictionary, nil)
        if status == errSecDuplicateItem {
            status = SecItemUpdate(query(market, account) as CFDictionary, value as CFDictionary)
        }
        guard status == errSecSuccess else { throw Self.problem(status) }
    }

    private static func problem(_ status: OSStatus) -> IdentityStoreError {
        IdentityStoreError("Keychain: \(status)")
    }
}
