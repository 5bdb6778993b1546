#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How many file descriptors the process may have open, and how many of them connections leave to everything else.
struct DescriptorBudget: Sendable {
    /// What the system allows.
    let limit: Int
    /// Counts what is open now; nil where the system does not tell.
    let openCount: @Sendable () -> Int?

    /// Uploads need most beside connections: 64 at once with a file for each of at most five pictures and one more for
    /// the decoder are 384. The rest is for the database, pictures that are sent, and libraries.
    private static let reserve = 512
    private static let plenty = 100_000

    /// The soft limit of this process, as it is now.
    static func ofProcess() -> DescriptorBudget {
        var limit = rlimit()
        #if canImport(Glibc)
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        #else
        let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
        #endif
        let count = isKnown ? Int(clamping: limit.rlim_cur) : 1024
        // Where there are so many, nothing here comes near them, and nobody needs to count.
        guard count < plenty else { return DescriptorBudget(limit: count, openCount: { nil }) }
        return DescriptorBudget(limit: count, openCount: { countOpenDescriptors() })
    }

    /// How many connections may be open at once.
    ///
    /// - Parameters:
    ///   - maximum: the most, however many descriptors there are.
    ///   - othersOpen: descriptors that are open and no connections. The reserve stays free beside them; where the limit
    ///     is low, half of it.
    func connections(atMost maximum: Int, othersOpen: Int) -> Int {
        let available = limit - min(Self.reserve, limit / 2) - othersOpen
        return max(1, min(maximum, available))
    }

    private static func countOpenDescriptors() -> Int? {
        #if canImport(Darwin)
        let path = "/dev/fd"
        #else
        let path = "/proc/self/fd"
        #endif
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without "." and "..", and the folder itself.
        return max(0, count - 3)
    }
}
