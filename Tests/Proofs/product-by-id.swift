// error: cannot convert value of type 'Product.ID' to expected argument type 'SellerProof'
import MarketCore
import MarketModels

func leak(_ store: any ProductStore, _ id: Product.ID) async throws -> String? {
    try await store.product(of: id)?.contact
}
