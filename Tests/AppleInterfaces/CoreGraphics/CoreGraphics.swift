// Read from:
// - https://developer.apple.com/documentation/coregraphics/cgimage
// - https://developer.apple.com/documentation/corefoundation/cftyperef

@_exported public import Foundation

// On Apple's systems these types are bridged to the Swift types that stand for them here, so that `as` converts both
// ways.
public typealias CFTypeRef = AnyObject
public typealias CFString = String
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFDictionary = [AnyHashable: Any]

public final class CGImage: Sendable {
    public var width: Int { fatalError() }
    public var height: Int { fatalError() }
    public var bytesPerRow: Int { fatalError() }
    public func cropping(to rect: CGRect) -> CGImage? { fatalError() }
}
