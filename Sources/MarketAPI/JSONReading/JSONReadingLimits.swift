/// What reading a JSON body may cost, apart from the body's own size, which is the caller's business.
public struct JSONReadingLimits: Hashable, Sendable {
    /// How many bytes of UTF-8 a kept value may have; for an array, all its elements together.
    public var valueByteCount: Int
    /// How many elements a kept array may have.
    public var elementCount: Int
    /// How deep objects and arrays may nest, the outermost included.
    public var depth: Int

    public init(valueByteCount: Int = 262_144, elementCount: Int = 1000, depth: Int = 512) {
        self.valueByteCount = valueByteCount
        self.elementCount = elementCount
        self.depth = depth
    }
}
