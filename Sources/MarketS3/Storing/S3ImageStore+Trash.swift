public import MarketCore
public import MarketModels

/// Images that are kept for a week after they were removed.
extension S3ImageStore {
    public func moveToTrash(_ names: Set<ImageName>, at now: Timestamp) async throws(MarketError) {
        await cache.remove(names)
        try await forEachRemoved(names) { [bucket] name in
            for (key, kept) in Self.trashKeys(of: name, movedAt: now) { try await bucket.copy(key, to: kept) }
            for key in name.files { try await bucket.delete(key, timeouts: .writing) }
        }
        // Again, because a fetch may have ended meanwhile.
        await cache.remove(names)
    }

    public func takeFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {
        try await forEachRemoved(names) { [bucket] name in
            for (key, kept) in Self.trashKeys(of: name, movedAt: moment) where try await bucket.copy(kept, to: key) {
                try await bucket.delete(kept, timeouts: .writing)
            }
        }
    }

    public func deleteFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {
        try await forEachRemoved(names) { [bucket] name in
            for (_, kept) in Self.trashKeys(of: name, movedAt: moment) {
                try await bucket.delete(kept, timeouts: .writing)
            }
        }
    }

    /// Returns the keys of an image's renditions, and those that they have in the trash. Web sizes can be made again.
    private static func trashKeys(of name: ImageName, movedAt moment: Timestamp) -> [(key: String, kept: String)] {
        let day = SignatureV4.time(moment).prefix(8)
        return ImageFile.Size.renditions.map { rendition in
            let key = name.file(of: rendition)
            return (key, "\(ImageKey.trash)\(day)/\(key)")
        }
    }

    public func emptyTrash(before moment: Timestamp) async throws(MarketError) {
        let limit = "\(ImageKey.trash)\(SignatureV4.time(moment).prefix(8))/"
        try await mapping {
            try await bucket.forEachPage(ImageKey.trash) { objects throws(S3Failure) in
                for (key, _) in objects where key < limit { try await bucket.delete(key) }
            }
        }
    }
}
