import Foundation

/// A buffer followed by an inaccessible page. Reading one byte too many crashes, in release builds too.
final class GuardedBuffer {
    private let base: UnsafeMutableRawPointer
    private let capacity: Int

    init(capacity: Int) {
        let page = sysconf(Int32(_SC_PAGESIZE))
        self.capacity = (capacity + page - 1) / page * page
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let base = mmap(nil, self.capacity + page, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED,
            mprotect(base + self.capacity, page, PROT_NONE) == 0
        else { fatalError("no memory for a guarded buffer") }
        self.base = base
    }

    /// Passes a copy of the bytes that ends at the guard page, and overwrites it afterwards, so that a pointer that
    /// escaped reads other bytes.
    func withCopy(of bytes: UnsafeRawBufferPointer, _ use: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        guard let source = bytes.baseAddress, bytes.count <= capacity else { return }
        let start = base + (capacity - bytes.count)
        memcpy(start, source, bytes.count)
        defer { memset(start, 0xA5, bytes.count) }
        try use(UnsafeRawBufferPointer(start: start, count: bytes.count))
    }
}
