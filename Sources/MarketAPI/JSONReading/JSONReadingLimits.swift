/// The limits of parsing a JSON body. The caller limits the size of the body itself.
public struct JSONReadingLimits: Hashable, Sendable {
    /// The maximum size of a kept value, in bytes of UTF-8; for an array, of all its elements together.
    public var valueByteCount: Int
    /// The maximum number of elements in a kept array.
    public var elementCount: Int
    /// The maximum nesting depth of objects and arrays, including the outermost one.
    public var depth: Int

    /// Creates limits; the defaults are 256 KiB per value, 1000 elements and a depth of 512.
    public init(valueByteCount: Int = 262_144, elementCount: Int = 1000, depth: Int = 512) {
        self.valueByteCount = valueByteCount
        self.elementCount = elementCount
        self.depth = depth
    }
}
