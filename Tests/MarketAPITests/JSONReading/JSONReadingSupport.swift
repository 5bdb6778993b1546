@testable import MarketAPI

/// The result of reading a body.
struct ReadJSON: Equatable {
    var document: JSONDocument?
    var error: JSONReadingError?
    /// The maximum number of bytes that the reader held at any time.
    var peak = 0

    static func == (left: ReadJSON, right: ReadJSON) -> Bool {
        left.document == right.document && left.error == right.error
    }
}

func readJSON(
    _ pieces: some Sequence<ArraySlice<UInt8>>,
    keeping keys: Set<String>,
    limits: JSONReadingLimits = JSONReadingLimits()
) -> ReadJSON {
    var reader = JSONObjectReader(keeping: keys, limits: limits)
    var result = ReadJSON()
    do {
        for piece in pieces {
            try piece.withUnsafeBytes { try reader.read($0) }
            result.peak = max(result.peak, reader.bufferedByteCount)
        }
        result.document = try reader.finish()
    } catch {
        result.error = error as? JSONReadingError
    }
    return result
}

/// Reads a body whole, byte by byte and in every split into two.
///
/// - Returns: the result, or nil if the results differ.
func readJSONInEverySplit(
    _ bytes: [UInt8],
    keeping keys: Set<String> = ["name", "price", "a", "b", "c", "secret"],
    limits: JSONReadingLimits = JSONReadingLimits()
) -> ReadJSON? {
    let whole = readJSON([bytes[...]], keeping: keys, limits: limits)
    let single = readJSON(bytes.indices.map { bytes[$0...$0] }, keeping: keys, limits: limits)
    guard single == whole else { return nil }
    for split in bytes.indices {
        let pieces = [bytes[..<split], bytes[split...]]
        guard readJSON(pieces, keeping: keys, limits: limits) == whole else { return nil }
    }
    return whole
}

func readJSONInEverySplit(_ text: String) -> ReadJSON? { readJSONInEverySplit(Array(text.utf8)) }
