import Foundation
import NIOCore
import TestMarkets
import Testing

/// The JSON of a response, as an app would read it.
struct JSON: @unchecked Sendable {
    let value: Any

    init(_ value: Any) {
        self.value = value
    }

    init(_ response: TestResponse) throws {
        value = try JSONSerialization.jsonObject(
            with: Data(response.body.readableBytesView),
            options: .fragmentsAllowed
        )
    }

    subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key] ?? NSNull()) }
    subscript(index: Int) -> JSON {
        let array = value as? [Any] ?? []
        return JSON(index < array.count ? array[index] : NSNull())
    }

    var keys: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
    var array: [JSON] { (value as? [Any] ?? []).map { JSON($0) } }
    var string: String? { value as? String }
    var int: Int? { (value as? NSNumber).flatMap { Int(exactly: $0) } }
    var double: Double? { (value as? NSNumber)?.doubleValue }
    var bool: Bool? { value as? Bool }
    var isNull: Bool { value is NSNull }
}
