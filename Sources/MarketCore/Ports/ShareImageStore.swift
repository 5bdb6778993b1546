public import MarketModels

/// A store of share images. They can be made again at any time, so it may forget them.
public protocol ShareImageStore: Sendable {
    /// Returns the file of a share image, or nil if there is none.
    func find(_ name: ShareImageName) async throws(MarketError) -> StoredFile?

    /// Stores a share image, and removes the older ones of its product in the same language.
    func save(_ bytes: [UInt8], as name: ShareImageName) async throws(MarketError) -> StoredFile

    /// Returns the products of which there are share images.
    func products() async throws(MarketError) -> Set<Product.ID>

    /// Removes all share images of a product.
    func removeAll(of product: Product.ID) async throws(MarketError)

    /// Removes the share images that were stored before a moment.
    func removeAll(before moment: Timestamp) async throws(MarketError)
}

/// The name of a share image: the product, the language, and a hash of everything that the image shows.
///
/// A name never denotes a different image, so a response with a name in its path can be cached forever.
public struct ShareImageName: Hashable, Sendable {
    /// The number of bytes of the hash.
    public static let digestByteCount = 16

    private static let fileExtension = ".jpg"

    public let product: Product.ID
    /// The code of the language, two lower-case letters.
    public let language: String
    /// The hash, as lower-case hexadecimal digits.
    public let hash: String

    /// - Parameters:
    ///   - language: the code of the language, two lower-case letters.
    ///   - digest: the hash, ``digestByteCount`` bytes.
    public init(product: Product.ID, language: String, digest: [UInt8]) {
        self.product = product
        self.language = language
        hash = digest.hexDigits
    }

    /// Parses a file name, or returns nil if it is none that ``fileName`` produces.
    public init?(fileName: String) {
        guard fileName.hasSuffix(Self.fileExtension) else { return nil }
        let parts = fileName.dropLast(Self.fileExtension.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let id = Int64(parts[0]), id >= 0, String(id) == parts[0],
            parts[1].utf8.count == 2, parts[1].utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }),
            parts[2].utf8.count == Self.digestByteCount * 2, parts[2].utf8.allSatisfy(\.isLowerCaseHexDigit)
        else { return nil }
        product = Product.ID(rawValue: id)
        language = String(parts[1])
        hash = String(parts[2])
    }

    /// The name of the image's file, the last component of its path: `12-ko-0123….jpg`.
    public var fileName: String { "\(product.rawValue)-\(language)-\(hash)\(Self.fileExtension)" }
}
