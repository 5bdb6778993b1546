import Foundation

/// The input that is being read, in a memory-mapped file that survives a crash.
final class CurrentInputFile {
    private static let headByteCount = 16_384

    private let path: String
    private let base: UnsafeMutableRawPointer
    private let capacity = FuzzInput.maximumByteCount + headByteCount

    init(path: String) {
        self.path = path
        let folder = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0, ftruncate(file, off_t(capacity)) == 0,
            let base = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
        else { fatalError("\(path) can't be written") }
        close(file)
        self.base = base
    }

    /// Writes an input. The file keeps its length; the head says where the input ends.
    func write(_ input: FuzzInput, note: String) {
        var position = 0
        var head = input.head(note: note)
        head.withUTF8 { bytes in
            guard let source = bytes.baseAddress, bytes.count <= Self.headByteCount else { return }
            memcpy(base, source, bytes.count)
            position = bytes.count
        }
        input.bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            memcpy(base + position, source, min(bytes.count, capacity - position))
        }
    }

    func remove() { unlink(path) }
}
