// error: cannot convert value of type 'ImageName' to expected argument type 'ImageProof'
import MarketCore
import MarketModels

func find(_ images: WebImages, _ name: ImageName) async throws -> StoredFile? {
    try await images.find(name, .web(.card))
}
