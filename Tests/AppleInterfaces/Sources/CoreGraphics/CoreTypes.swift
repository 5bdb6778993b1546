@_exported public import Foundation

// On Apple's systems these types are bridged to the Swift types that stand for them here, so that `as` converts both
// ways.
public typealias CFTypeRef = AnyObject
public typealias CFString = String
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFDictionary = [AnyHashable: Any]
