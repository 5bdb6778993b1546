import MarketAPI

/// `MultipartParser`, and the detection of the body kind that precedes it.
struct MultipartTarget: SplitTarget {
    private func limits(for input: FuzzInput) -> MultipartLimits {
        input.hasNarrowLimits
            ? MultipartLimits(partCount: 8, headerByteCount: 256, preambleByteCount: 256) : MultipartLimits()
    }

    /// The maximum number of bytes held: two headers or lines, a line that may be the delimiter, and the blanks after a
    /// delimiter.
    func maximumHeldByteCount(for input: FuzzInput) -> Int { 2 * limits(for: input).headerByteCount + 200 + 70 }

    func read(
        _ input: FuzzInput,
        _ cut: Cut,
        _ random: inout RandomSource,
        through buffer: GuardedBuffer,
        into transcript: inout Transcript
    ) {
        if case .whole = cut {
            _ = RequestBodyKind.sniff(contentType: input.contentType, firstBytes: input.bytes.prefix(64))
        }
        var parser = MultipartParser(contentType: input.contentType, limits: limits(for: input))
        do {
            try input.bytes.withUnsafeBytes { bytes in
                try cut.forEachPiece(of: bytes, &random) { piece in
                    try buffer.withCopy(of: piece) { copy in try parser.parse(copy) { transcript.take($0) } }
                    transcript.note(held: parser.bufferedByteCount)
                }
            }
            try parser.finish { transcript.take($0) }
        } catch {
            finish(&parser, after: error, &transcript)
        }
    }

    /// Expects the same error again, and no event.
    private func finish(_ parser: inout MultipartParser, after error: any Error, _ transcript: inout Transcript) {
        guard let error = error as? MultipartError else { return transcript.object("a foreign error: \(error)") }
        transcript.take(error)
        transcript.note(held: parser.bufferedByteCount)
        // After an error of `finish` itself the parser isn't used again.
        guard error != .empty, error != .noBoundary else { return }
        do {
            try parser.finish { _ in transcript.object("an event after an error") }
            transcript.object("no error any more")
        } catch let second {
            if second as? MultipartError != error { transcript.object("\(error), then \(second)") }
        }
    }
}
