import Foundation
import MarketClient
import MarketModels

/// An in-memory identity store; a broken one stores nothing.
actor MemoryIdentityStore: IdentityStore {
    private let isBroken: Bool
    private var secrets: [Product.ID: String] = [:]
    private var rights: [Product.ID: String] = [:]
    private var forms: [FormInFlight: String] = [:]

    init(
        isBroken: Bool = false,
        _ secrets: [Product.ID: String] = [:],
        rights: [Product.ID: String] = [:]
    ) {
        self.isBroken = isBroken
        self.secrets = secrets
        self.rights = rights
    }

    private func check() throws(IdentityStoreError) {
        if isBroken { throw IdentityStoreError("no room") }
    }

    func identifier(in market: URL) async throws(IdentityStoreError) -> VendorIdentifier {
        guard let identifier = VendorIdentifier("somebody") else { throw IdentityStoreError("no identifier") }
        return identifier
    }

    func secret(of product: Product.ID, in market: URL) async throws(IdentityStoreError) -> String? {
        try check()
        return secrets[product]
    }

    func save(_ secret: String, of product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try check()
        secrets[product] = secret
    }

    func removeSecret(of product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try check()
        secrets[product] = nil
    }

    func token(for product: Product.ID, in market: URL) async throws(IdentityStoreError) -> String? {
        try check()
        return rights[product]
    }

    func saveToken(_ right: String, for product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try check()
        rights[product] = right
    }

    func removeToken(for product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try check()
        rights[product] = nil
    }

    func secretsInFlight(in market: URL) async throws(IdentityStoreError) -> [FormInFlight: String] {
        try check()
        return forms
    }

    func save(_ secret: String, of form: FormInFlight, in market: URL) async throws(IdentityStoreError) {
        try check()
        forms[form] = secret
    }

    func removeSecret(of form: FormInFlight, in market: URL) async throws(IdentityStoreError) {
        try check()
        forms[form] = nil
    }

    func products(in market: URL) async throws(IdentityStoreError) -> [Product.ID] {
        try check()
        return Set(secrets.keys).union(rights.keys).sorted(by: >)
    }
}
