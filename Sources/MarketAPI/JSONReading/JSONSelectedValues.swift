/// Collects the values of the requested keys while the document is parsed.
struct JSONSelectedValues {
    /// The requested keys. They are compared as bytes because a document may have millions of keys.
    private let keys: [(bytes: [UInt8], key: String)]
    private let limits: JSONReadingLimits
    /// The length of the longest requested key, in bytes of UTF-8.
    let longestKey: Int

    private var values: [String: JSONValue] = [:]
    private var bareText: JSONValue?
    /// The requested key whose value is being read.
    private(set) var key: String?
    private var array: [JSONValue]?
    private(set) var openArrayByteCount = 0
    /// The size of the complete values, in bytes. If a key is repeated, its earlier values are still counted.
    private(set) var completeByteCount = 0

    init(keys: Set<String>, limits: JSONReadingLimits) {
        self.keys = keys.map { (Array($0.utf8), $0) }
        self.limits = limits
        longestKey = keys.map(\.utf8.count).max() ?? 0
    }

    var document: JSONDocument { bareText.map { .bare($0) } ?? .object(values) }

    /// Records a key of the outermost object.
    mutating func begin(key bytes: [UInt8]) {
        array = nil
        key = keys.first { $0.bytes == bytes }?.key
    }

    /// Returns whether a value at this nesting depth belongs to a requested key, or is an element of its array.
    func wantsValue(atDepth depth: Int) -> Bool { key != nil && depth == (array == nil ? 1 : 2) }

    mutating func takeBare(_ value: JSONValue) { bareText = value }

    /// Stores a value as that of the requested key, or as the next element of its array.
    mutating func append(_ value: JSONValue, byteCount: Int = 0) throws(JSONReadingError) {
        guard let key else { return }
        guard array != nil else {
            values[key] = value
            completeByteCount += byteCount
            return
        }
        openArrayByteCount += byteCount
        guard let count = array?.count, count < limits.elementCount, openArrayByteCount <= limits.valueByteCount else {
            throw .valueTooLarge(key: key)
        }
        array?.append(value)
    }

    mutating func beginArray(atDepth depth: Int) throws(JSONReadingError) {
        guard array == nil else { return try append(.other) }
        array = []
        openArrayByteCount = 0
    }

    /// - Parameter depth: The nesting depth of the array that ends, including itself.
    mutating func endArray(atDepth depth: Int) {
        guard depth == 2, let key, let array else { return }
        values[key] = .array(array)
        completeByteCount += openArrayByteCount
        self.array = nil
        self.key = nil
        openArrayByteCount = 0
    }
}
