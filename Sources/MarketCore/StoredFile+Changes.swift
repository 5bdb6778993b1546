internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension StoredFile {
    /// Whether an open descriptor refers to the file as it was found, judged by size and modification time.
    public func isUnchanged(openedAs descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        let changedAt = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        return Int(status.st_size) == byteCount + trailerByteCount && changedAt == self.changedAt ?? changedAt
    }
}
