/// The cost parameters of a hash. There is one lane (p = 1).
public struct Argon2Cost: Hashable, Sendable {
    /// The number of passes over the memory (t), at least 1.
    public let passes: Int
    /// The memory in bytes (m), at least 8 KiB.
    public let memory: Int

    public init(passes: Int, memory: Int) {
        self.passes = passes
        self.memory = memory
    }

    /// 19 MiB and two passes, as OWASP recommends for argon2id. It takes about 20 ms on a server's core.
    public static let interactive = Argon2Cost(passes: 2, memory: 19 << 20)
    /// 8 KiB and one pass, which takes a few microseconds. It offers no protection and is for tests only.
    public static let minimal = Argon2Cost(passes: 1, memory: 8 << 10)
}
