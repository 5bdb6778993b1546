import Foundation

/// The file descriptors that the process may have open, and their division between connections and everything else.
struct DescriptorBudget: Sendable {
    /// The soft limit of the process.
    let limit: Int
    /// Returns the number of open descriptors; nil if the system doesn't report it.
    let openCount: @Sendable () -> Int?

    /// The descriptors kept free of connections. Uploads need most of them: 64 uploads with a file for each of five
    /// images and one more for the decoder are 384. The rest is for the database, images being sent, and libraries.
    private static let reserve = 512
    private static let plenty = 100_000

    /// Returns the budget for the current soft limit of this process.
    static func ofProcess() -> DescriptorBudget {
        var limit = rlimit()
        #if canImport(Glibc)
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        #else
        let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
        #endif
        let count = isKnown ? Int(clamping: limit.rlim_cur) : 1024
        // This limit is never reached, so descriptors needn't be counted.
        guard count < plenty else { return DescriptorBudget(limit: count, openCount: { nil }) }
        return DescriptorBudget(limit: count, openCount: { countOpenDescriptors() })
    }

    /// Returns the number of connections that may be open at once.
    ///
    /// - Parameters:
    ///   - maximum: the upper bound, regardless of the descriptors.
    ///   - othersOpen: the number of open descriptors that aren't connections. In addition, the reserve stays free or,
    ///     if the limit is low, half of the limit.
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
        // Without `.`, `..` and the descriptor of the folder itself.
        return max(0, count - 3)
    }
}
