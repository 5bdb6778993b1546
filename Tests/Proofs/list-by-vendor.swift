// error: cannot convert value of type 'Vendor.ID' to expected argument type 'VendorProof'
import MarketCore
import MarketModels

func leak(_ store: any ProductStore, _ vendor: Vendor.ID) async throws -> OwnProducts {
    try await store.ownProducts(of: vendor, provenBy: vendor, in: .hidden, page: 1, size: 30)
}
