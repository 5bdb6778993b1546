/// One requirement of a contract, with a check that a form of what is required meets it.
///
/// The tests of a form run all requirements of the contract, each with a new subject:
///
///     @Test(arguments: ImageStoreCheck.all)
///     func keepsTheContract(_ check: ImageStoreCheck) async throws { try await check.run(store) }
public struct Requirement<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence without spaces.
    public let name: String
    private let body: @Sendable (Subject) async throws -> Void

    public init(_ name: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
        self.name = name
        self.body = body
    }

    public var description: String { name }

    /// - Parameter subject: what is checked, with nothing in it.
    /// - Throws: ``UnmetRequirement``, or an error of the subject.
    public func run(_ subject: Subject) async throws { try await body(subject) }
}

/// A requirement of a contract that isn't met.
public struct UnmetRequirement: Error, CustomStringConvertible {
    /// The actual and the expected value.
    public let description: String

    public init(description: String) { self.description = description }
}

/// Ends the check unless a value is the expected one.
public func expect<Value: Equatable>(
    _ found: Value,
    is expected: Value,
    _ promise: String,
    line: UInt = #line
) throws(UnmetRequirement) {
    guard found == expected else {
        throw UnmetRequirement(description: "\(promise): found \(found), expected \(expected) (line \(line))")
    }
}
