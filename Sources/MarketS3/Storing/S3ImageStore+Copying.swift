public import MarketCore
internal import MarketHashing
public import MarketModels

extension S3ImageStore {
    /// Returns the names of the images in one part, from 0 up to ``partCount``, of which both renditions are in the bucket.
    public func completeNames(in part: Int) async throws(MarketError) -> Set<ImageName> {
        let files = try await files(in: part)
        let names = Set(files.compactMap { ImageName(ofFile: $0) })
        return names.filter { name in ImageFile.Size.renditions.allSatisfy { files.contains(name.file(of: $0)) } }
    }

    /// Reads both renditions of an image in the bucket and compares them with their hashes.
    public func conditions(of name: ImageName) async throws(MarketError) -> [ImageFile.Size: ImageCondition] {
        var conditions: [ImageFile.Size: ImageCondition] = [:]
        for rendition in ImageFile.Size.renditions {
            conditions[rendition] =
                switch try await object(of: name, rendition) {
                case nil: .missing
                case let object? where object.isIntact(name, rendition): .whole
                case .some: .damaged
                }
        }
        return conditions
    }

    /// Reads a rendition in the bucket, for copying it elsewhere, or returns nil if there is none.
    ///
    /// - Throws: `MarketError.damaged` if the content differs from what was stored.
    public func content(of name: ImageName, _ rendition: ImageFile.Size) async throws(MarketError) -> [UInt8]? {
        guard let object = try await object(of: name, rendition) else { return nil }
        guard object.isIntact(name, rendition) else {
            throw .damaged(reason: "the object \(name.file(of: rendition)) is not what was stored")
        }
        return object.bytes
    }

    /// Stores a rendition that is copied from elsewhere, unless it is there with the same content.
    ///
    /// - Returns: whether it was stored by this call.
    public func copy(
        _ bytes: [UInt8],
        to name: ImageName,
        _ rendition: ImageFile.Size
    ) async throws(MarketError) -> Bool {
        let key = name.file(of: rendition)
        let hash = SHA256.hash(bytes).hexDigits
        return try await mapping {
            if try await bucket.head(key, timeouts: .background)?.hash == hash { return false }
            return try await bucket.put(key, bytes, mediaType: "image/jpeg", timeouts: .background)
        }
    }

    private func object(of name: ImageName, _ rendition: ImageFile.Size) async throws(MarketError) -> S3Bucket.Object? {
        try await mapping {
            try await bucket.get(name.file(of: rendition), timeouts: .background)
        }
    }
}
