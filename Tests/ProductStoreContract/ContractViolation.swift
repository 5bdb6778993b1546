import MarketCore
import MarketModels

/// A requirement of the contract that a store doesn't meet.
public struct ContractViolation: Error, CustomStringConvertible {
    /// The actual and the expected value.
    public let description: String
}

/// Ends the check unless the condition holds.
func expect(
    _ condition: Bool,
    _ promise: String,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(ContractViolation) {
    guard condition else { throw ContractViolation(description: "\(promise) (\(file):\(line))") }
}

func expectEqual<Value: Equatable>(
    _ found: Value,
    _ expected: Value,
    _ promise: String,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(ContractViolation) {
    try expect(found == expected, "\(promise): found \(found), expected \(expected)", file: file, line: line)
}

func unwrap<Value>(
    _ value: Value?,
    _ promise: String,
    file: StaticString = #fileID,
    line: UInt = #line
) throws(ContractViolation) -> Value {
    guard let value else { throw ContractViolation(description: "\(promise) (\(file):\(line))") }
    return value
}

/// Ends the check unless the body throws.
func expectFailure(
    _ promise: String,
    file: StaticString = #fileID,
    line: UInt = #line,
    of body: () async throws -> Void
) async throws(ContractViolation) {
    do {
        try await body()
    } catch {
        return
    }
    throw ContractViolation(description: "\(promise): nothing was thrown (\(file):\(line))")
}

extension EditOutcome {
    /// Returns the product as it was stored, and the images that it no longer has. Ends the check unless it was saved.
    @discardableResult
    func requireSaved(
        _ promise: String = "the edit is saved",
        file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ContractViolation) -> (product: Product, released: Set<ImageName>) {
        guard case .saved(let product, let released) = self else {
            throw ContractViolation(description: "\(promise) (\(file):\(line))")
        }
        return (product, released)
    }
}
