import Foundation

/// What a run costs.
enum Measuring {
    /// The processor's time that this thread has had, in nanoseconds: waiting for others doesn't count.
    static func threadTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The bytes of memory that the process has in use, or nil where it can't be told.
    static func residentByteCount() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }

    /// 50 ms for each 64 KB begun. Reading takes a hundredth of it; what takes time in the square of the length does not
    /// keep to it.
    static func allowedTime(for byteCount: Int) -> UInt64 { UInt64(1 + byteCount / 65_536) * 50_000_000 }
}
