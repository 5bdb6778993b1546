/// How long a request may take.
struct TransferLimits: Hashable, Sendable {
    /// The time in which the response has to begin. It begins again with everything of the body that has arrived.
    let answer: Duration
    /// How much longer than `answer` it may take until the response begins, because the body has to get there.
    let upload: Duration
    /// The time from the beginning of the response to its end.
    let response: Duration
}

/// The time that a request has left.
struct TransferDeadline: Sendable {
    private let limits: TransferLimits
    /// When the response has to begin, however steadily the body is taken.
    private let latestAnswer: ContinuousClock.Instant
    private var answer: ContinuousClock.Instant
    private var acknowledgedCount = 0
    /// When the response has to be complete; nil before it begins.
    private var end: ContinuousClock.Instant?

    init(_ limits: TransferLimits, at now: ContinuousClock.Instant = .now) {
        self.limits = limits
        answer = now + limits.answer
        latestAnswer = answer + limits.upload
    }

    /// The moment at which the request fails unless something happens before.
    var moment: ContinuousClock.Instant { end ?? min(answer, latestAnswer) }

    var timeLeft: Duration { moment - .now }

    /// Whether the other side is given more time for each part of the body that it has taken.
    var dependsOnUpload: Bool { end == nil && limits.upload > .zero }

    /// Records how many bytes the other side has acknowledged.
    mutating func acknowledged(_ count: Int, at now: ContinuousClock.Instant = .now) {
        guard count > acknowledgedCount else { return }
        acknowledgedCount = count
        answer = now + limits.answer
    }

    mutating func responseBegan(at now: ContinuousClock.Instant = .now) {
        if end == nil { end = now + limits.response }
    }

    /// Returns the error of a request that has timed out.
    func failure(at now: ContinuousClock.Instant = .now) -> CurlError? {
        guard now >= moment else { return nil }
        return end == nil ? .noAnswerInTime : .slowResponse
    }
}
