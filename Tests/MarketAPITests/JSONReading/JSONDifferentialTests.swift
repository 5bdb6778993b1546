import FieldSamples
import Foundation
import Testing

@testable import MarketAPI

/// Compares the reader with JSONSerialization on valid documents of every shape.
@Suite struct JSONDifferentialTests {
    @Test func everyValidDocumentIsReadAsFoundationReadsIt() throws {
        var generator = SeededGenerator(seed: 2022)
        for _ in 0..<4000 {
            let text = JSONGenerator.object(using: &generator)
            let bytes = Array(text.utf8)
            let foundation = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            let expected = try #require(foundation).filter { JSONGenerator.wantedKeys.contains($0.key) }
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            let result = readJSON([bytes[..<cut], bytes[cut...]], keeping: JSONGenerator.wantedKeys)
            guard case .object(let values) = result.document else {
                Issue.record("\(text) was not read: \(String(describing: result.error))")
                return
            }
            #expect(Set(values.keys) == Set(expected.keys), "\(text)")
            for (key, value) in values {
                #expect(Self.agree(value, expected[key]), "\(key) in \(text)")
            }
        }
    }

    private static func agree(_ value: JSONValue, _ foundation: Any?) -> Bool {
        switch value {
        case .text(let text):
            guard let other = foundation as? String else { return false }
            return Array(other.unicodeScalars) == Array(text.unicodeScalars)
        case .number(let digits):
            guard let number = foundation as? NSNumber, let value = Double(digits) else { return false }
            return number.doubleValue == value
        case .bool(let flag): return foundation as? Bool == flag
        case .null: return foundation is NSNull
        case .array(let elements):
            guard let others = foundation as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { agree($0, $1) }
        case .object: return foundation is [String: Any]
        case .other: return foundation is [Any]
        case .unreadableText: return false
        }
    }
}
