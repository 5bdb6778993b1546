internal import Foundation

extension [UInt8] {
    /// Writes all bytes to the file that a descriptor is open on. It blocks.
    ///
    /// - Parameter writeBytes: the function to write with; nil for `write(2)`.
    package func write(
        to descriptor: Int32,
        by writeBytes: ((Int32, UnsafeRawBufferPointer) -> Int)? = nil
    ) throws(SystemError) {
        var written = 0
        while written < count {
            let step = withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                return writeBytes?(descriptor, rest) ?? Foundation.write(descriptor, rest.baseAddress, rest.count)
            }
            if step >= 0 { written += step } else if errno != EINTR { throw .last }
        }
    }
}
