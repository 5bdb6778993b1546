@_exported import CoreGraphics
import Foundation
import Synchronization

public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecReturnAttributes: CFString = "r_Attributes"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitAll: CFString = "m_LimitAll"

/// The items of this process, which outlive the app that the tests start and end.
private let items = Mutex<[ItemKey: Item]>([:])

private struct ItemKey: Hashable {
    let service: String
    let account: String
}

private struct Item {
    var data: Data
    var accessible: String?
}

private func key(of query: CFDictionary) -> ItemKey? {
    guard query[kSecClass] as? String == kSecClassGenericPassword, let service = query[kSecAttrService] as? String,
        let account = query[kSecAttrAccount] as? String
    else { return nil }
    return ItemKey(service: service, account: account)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let key = key(of: attributes), let data = attributes[kSecValueData] as? Data else { return -50 }
    let accessible = attributes[kSecAttrAccessible] as? String
    return items.withLock { items in
        guard items[key] == nil else { return errSecDuplicateItem }
        items[key] = Item(data: data, accessible: accessible)
        return errSecSuccess
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    guard let key = key(of: query), let data = attributesToUpdate[kSecValueData] as? Data else { return -50 }
    return items.withLock { items in
        guard items[key] != nil else { return errSecItemNotFound }
        items[key]?.data = data
        return errSecSuccess
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    guard let key = key(of: query) else { return -50 }
    return items.withLock { $0.removeValue(forKey: key) == nil ? errSecItemNotFound : errSecSuccess }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    if query[kSecMatchLimit] as? String == kSecMatchLimitAll {
        guard let service = query[kSecAttrService] as? String else { return -50 }
        let accounts = items.withLock { items in items.keys.filter { $0.service == service }.map(\.account) }
        guard !accounts.isEmpty else { return errSecItemNotFound }
        let found: [[String: Any]] = accounts.map { [kSecAttrAccount: $0, kSecAttrService: service] }
        result?.pointee = found as AnyObject
        return errSecSuccess
    }
    guard let key = key(of: query) else { return -50 }
    guard let data = items.withLock({ $0[key]?.data }) else { return errSecItemNotFound }
    result?.pointee = data as AnyObject
    return errSecSuccess
}
