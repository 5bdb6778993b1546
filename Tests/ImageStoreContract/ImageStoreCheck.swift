public import MarketCore
import MarketModels

/// One requirement of ``ImageStore``, with a check that its form meets it.
public struct ImageStoreCheck: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence without spaces.
    public let name: String
    private let body: @Sendable (any ImageStore) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any ImageStore) async throws -> Void) {
        self.name = name
        self.body = body
    }

    public var description: String { name }

    /// - Parameter store: a store with nothing in it.
    /// - Throws: ``ImageStoreViolation`` if the requirement isn't met, or an error of the store.
    public func run(_ store: any ImageStore) async throws { try await body(store) }

    /// The whole contract.
    public static let all: [ImageStoreCheck] = saving + webSizes + removing
}

/// A requirement of the contract that isn't met.
public struct ImageStoreViolation: Error, CustomStringConvertible {
    /// The actual and the expected value.
    public let description: String
}

/// Ends the check unless a value is the expected one.
func expect<Value: Equatable>(
    _ found: Value,
    is expected: Value,
    _ promise: String,
    line: UInt = #line
) throws(ImageStoreViolation) {
    guard found == expected else {
        throw ImageStoreViolation(description: "\(promise): found \(found), expected \(expected) (line \(line))")
    }
}
