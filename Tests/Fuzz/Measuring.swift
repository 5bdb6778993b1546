import Foundation

/// Measures the CPU time and memory of a run.
enum Measuring {
    /// Returns the CPU time of this thread in nanoseconds. Waiting doesn't count.
    static func threadTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns the resident memory of the process in bytes, or nil where it is unknown.
    static func residentByteCount() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }

    /// Allows 50 ms for each 64 KB begun. Reading takes a hundredth of that; quadratic algorithms exceed it.
    static func allowedTime(for byteCount: Int) -> UInt64 { UInt64(1 + byteCount / 65_536) * 50_000_000 }
}
