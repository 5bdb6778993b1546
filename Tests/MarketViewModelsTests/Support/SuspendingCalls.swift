import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels

/// A market whose calls all wait for the test.
@MainActor
final class SuspendingCalls: MarketService {
    struct Listing: Sendable {
        let listing: NewListing
        let key: UUID
        let progress: @Sendable (TransferProgress) -> Void
    }

    struct Edit: Sendable {
        let edit: ListingEdit
        let secret: String
        let progress: @Sendable (TransferProgress) -> Void
    }

    /// A change of a state, a renewal or a bump.
    struct Action: Hashable, Sendable {
        let action: SellerAction
        let credential: SellerCredential
    }

    struct ReportCall: Hashable, Sendable {
        let subject: Report.Subject
        let draft: ReportDraft
    }

    let pages = CallQueue<ProductListRequest, ProductListResponse>()
    let categoryLists = CallQueue<String, CategoryListResponse>()
    let details = CallQueue<Product.ID, DetailedProduct>()
    let contacts = CallQueue<Product.ID, String?>()
    let sellerContacts = CallQueue<String, String?>()
    let listings = CallQueue<Listing, DetailedProduct>()
    let ownDetails = CallQueue<String, DetailedProduct>()
    let checks = CallQueue<String, DetailedProduct>()
    let edits = CallQueue<Edit, DetailedProduct>()
    let deletions = CallQueue<String, Void>()
    let actions = CallQueue<Action, DetailedProduct>()
    let rights = CallQueue<String, String>()
    let reports = CallQueue<ReportCall, ReportReceipt>()

    func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListResponse {
        try await pages(request)
    }

    func categories() async throws(MarketClientError) -> CategoryListResponse {
        try await categoryLists("")
    }

    func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        try await details(id)
    }

    func product(_ id: Product.ID, token: String) async throws(MarketClientError) -> DetailedProduct {
        try await ownDetails(token)
    }

    func contact(of id: Product.ID) async throws(MarketClientError) -> String? {
        try await contacts(id)
    }

    func contact(of id: Product.ID, secret: String) async throws(MarketClientError) -> String? {
        try await sellerContacts(secret)
    }

    func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct {
        try await listings(Listing(listing: listing, key: key, progress: progress))
    }

    func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        try await checks(secret)
    }

    func update(
        _ id: Product.ID,
        with edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct {
        try await edits(Edit(edit: edit, secret: secret, progress: progress))
    }

    func delete(_ id: Product.ID, secret: String) async throws(MarketClientError) {
        try await deletions(secret)
    }

    func changeState(
        of id: Product.ID,
        to change: StateChange,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct {
        try await actions(Action(action: .change(change), credential: credential))
    }

    func renew(_ id: Product.ID, by credential: SellerCredential) async throws(MarketClientError) -> DetailedProduct {
        try await actions(Action(action: .renew, credential: credential))
    }

    func bump(_ id: Product.ID, by credential: SellerCredential) async throws(MarketClientError) -> DetailedProduct {
        try await actions(Action(action: .bump, credential: credential))
    }

    func issueToken(for id: Product.ID, secret: String) async throws(MarketClientError) -> String {
        try await rights(secret)
    }

    func report(
        _ subject: Report.Subject,
        with draft: ReportDraft
    ) async throws(MarketClientError) -> ReportReceipt {
        try await reports(ReportCall(subject: subject, draft: draft))
    }
}
