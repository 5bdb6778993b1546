import MarketAPI

/// `JSONObjectReader`, with images as base64 texts that are streamed and decoded.
struct JSONTarget: SplitTarget {
    private let keys: Set<String>
    private let sortedKeys: [String]

    init() {
        keys = ListingChangeFields.keys.union(ItemFields.keys).union(LifecycleFields.keys).union(["a", "b", "c"])
        sortedKeys = keys.sorted()
    }

    private func limits(for input: FuzzInput) -> JSONReadingLimits {
        input.hasNarrowLimits ? JSONReadingLimits(valueByteCount: 64, elementCount: 8, depth: 8) : JSONReadingLimits()
    }

    /// The maximum number of bytes held: a text, the word before it, an open array, a key, and a byte for each level.
    func maximumHeldByteCount(for input: FuzzInput) -> Int {
        let limits = limits(for: input)
        return 3 * limits.valueByteCount + limits.depth + 64
    }

    func read(
        _ input: FuzzInput,
        _ cut: Cut,
        _ random: inout RandomSource,
        through buffer: GuardedBuffer,
        into transcript: inout Transcript
    ) {
        let limits = limits(for: input)
        var reader = JSONObjectReader(keeping: keys, streaming: ItemFields.imageKeys, limits: limits)
        do {
            try input.bytes.withUnsafeBytes { bytes in
                try cut.forEachPiece(of: bytes, &random) { piece in
                    try buffer.withCopy(of: piece) { try reader.read($0) }
                    for text in reader.takeStreamed() { transcript.take(text) }
                    transcript.note(held: reader.bufferedByteCount)
                }
            }
            transcript.take(try reader.finish(), keys: sortedKeys)
        } catch {
            finish(&reader, after: error, &transcript)
        }
    }

    /// Expects the same error again.
    private func finish(_ reader: inout JSONObjectReader, after error: any Error, _ transcript: inout Transcript) {
        guard let error = error as? JSONReadingError else { return transcript.object("a foreign error: \(error)") }
        // Texts before the error have been read.
        for text in reader.takeStreamed() { transcript.take(text) }
        transcript.take(error)
        transcript.note(held: reader.bufferedByteCount)
        do {
            _ = try reader.finish()
            transcript.object("no error any more")
        } catch let second {
            if second != error { transcript.object("\(error), then \(second)") }
        }
    }
}
