import Foundation

/// The resource usage of this process, as the operating system reports it.
struct ProcessMetrics {
    /// The sum of user and system time.
    let processorSeconds: Double
    /// Nil if the system doesn't report it.
    let residentByteCount: Int?
    let openFileCount: Int?

    /// Reads the current usage.
    init() {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        residentByteCount = pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
        openFileCount = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}
