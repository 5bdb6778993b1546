internal import MarketTexts

/// The seller that a browser's identity belongs to, as the pages for moving it name it.
public struct KnownSeller: Hashable, Sendable {
    public let name: String
    public let productCount: Int

    public init(name: String, productCount: Int) {
        self.name = name
        self.productCount = productCount
    }

    /// The number of products, in words.
    func count(_ texts: InterfaceTexts) -> String { texts.productCount(productCount) }
}
