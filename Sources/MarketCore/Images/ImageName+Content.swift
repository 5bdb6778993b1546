internal import MarketHashing
package import MarketModels

extension ImageName {
    /// Creates a name from the BLAKE2b hash (20 bytes) of the content. It is infeasible to create two images of the
    /// same name.
    package init?(contentOf bytes: [UInt8]) {
        self.init(digest: BLAKE2b.hash(bytes, byteCount: ImageName.digitCount / 2))
    }
}
