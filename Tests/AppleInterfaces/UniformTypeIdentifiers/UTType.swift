// Read from https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct

@available(iOS 14.0, *) public struct UTType: Hashable, Sendable {
    public var identifier: String { fatalError() }
    public static var image: UTType { fatalError() }
    public static var jpeg: UTType { fatalError() }
}
