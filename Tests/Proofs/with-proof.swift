// Compiles: what a page may do.
import MarketCore
import MarketModels

func shown(
    _ store: any ProductStore,
    _ authenticator: SellerAuthenticator,
    _ id: Product.ID,
    _ password: String
) async throws -> [String?] {
    let proof = try await authenticator.password(password, of: id, from: .unknown)
    let own = try await ShowProduct(store: store)(proof)
    let (product, _) = try await ShowProduct(store: store)(id)
    return [own.contact, own.reservationNote, product.listing.name, try await store.shownContact(of: id)]
}
