/// A reader whose result must not depend on how its input is split into chunks.
protocol SplitTarget {
    /// Reads an input from beginning to end.
    func read(
        _ input: FuzzInput,
        _ cut: Cut,
        _ random: inout RandomSource,
        through buffer: GuardedBuffer,
        into transcript: inout Transcript
    )

    /// Returns the maximum number of bytes that may be held.
    func maximumHeldByteCount(for input: FuzzInput) -> Int
}

/// The two transcripts that are compared. They are reused because allocating them takes time.
struct Comparison {
    private let buffer = GuardedBuffer(capacity: FuzzInput.maximumByteCount)
    private var whole = Transcript()
    private var pieces = Transcript()

    /// - Returns: a description of the failure, or nil.
    mutating func run(
        _ target: some SplitTarget,
        _ input: FuzzInput,
        _ cuts: [Cut],
        _ random: inout RandomSource
    ) -> String? {
        whole.begin()
        target.read(input, .whole, &random, through: buffer, into: &whole)
        if let problem = problem(of: whole, target, input) { return "read whole: \(problem)" }
        for cut in cuts {
            pieces.begin()
            target.read(input, cut, &random, through: buffer, into: &pieces)
            if let problem = problem(of: pieces, target, input) { return "read in pieces (\(cut)): \(problem)" }
            if pieces.bytes != whole.bytes { return "read in pieces (\(cut)), it is another body than read whole" }
        }
        return nil
    }

    private func problem(of transcript: Transcript, _ target: some SplitTarget, _ input: FuzzInput) -> String? {
        if let violation = transcript.violation { return violation }
        let delivered = transcript.deliveredByteCount
        if delivered > input.bytes.count { return "\(delivered) bytes were handed over of \(input.bytes.count)" }
        let maximum = target.maximumHeldByteCount(for: input)
        return transcript.peak > maximum ? "\(transcript.peak) bytes were held, above \(maximum)" : nil
    }
}
