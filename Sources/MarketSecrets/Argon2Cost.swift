/// What one hash costs whoever makes or guesses it. There is one lane (p = 1).
public struct Argon2Cost: Hashable, Sendable {
    /// How often the memory is gone over (t), at least 1.
    public let passes: Int
    /// In bytes (m), at least 8 KiB.
    public let memory: Int

    public init(passes: Int, memory: Int) {
        self.passes = passes
        self.memory = memory
    }

    /// 19 MiB, two passes: OWASP's advice for argon2id, some 20 ms on a server's core.
    public static let interactive = Argon2Cost(passes: 2, memory: 19 << 20)
    /// 8 KiB, one pass, some microseconds. It protects nothing and is for tests only.
    public static let minimal = Argon2Cost(passes: 1, memory: 8 << 10)
}
