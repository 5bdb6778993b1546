import NIOCore

/// A budget for the frames of an HTTP/2 connection that cost the server work without carrying requests or data:
/// WINDOW_UPDATE, PING, SETTINGS, PRIORITY, RST_STREAM, empty and tiny DATA, and other types.
///
/// The budget refills over time. Frames sent to the client add to it, because the client answers data with
/// WINDOW_UPDATE: at most one for the stream and one for the connection per frame.
struct HTTP2FrameBudget {
    /// The number of frames granted per frame sent to the client: twice what answering it takes.
    private static let framesPerFrameSent = 4.0
    /// DATA with fewer bytes is charged unless it ends its stream. Uploads send frames of 16 KiB, and occasionally a
    /// small one.
    private static let smallDataByteCount = 256

    private let burst: Double
    private let perSecond: Double
    private var remaining: Double
    private var filledAt: NIODeadline
    private var received = HTTP2FrameScanner(prefaceByteCount: 24)
    private var sent = HTTP2FrameScanner(prefaceByteCount: 0)

    init(limits: ServerLimits, now: NIODeadline = .now()) {
        burst = Double(limits.http2FrameBurst)
        perSecond = Double(limits.http2FramesPerSecond)
        remaining = burst
        filledAt = now
    }

    /// Charges the frames received from the client.
    ///
    /// - Returns: false if the budget is exceeded.
    mutating func receive(_ bytes: ByteBuffer, at now: NIODeadline) -> Bool {
        var cost = 0
        received.scan(bytes) { if Self.costs($0) { cost += 1 } }
        guard cost > 0 else { return true }
        remaining = min(burst, remaining + perSecond * Double((now - filledAt).nanoseconds) / 1_000_000_000)
        filledAt = now
        remaining -= Double(cost)
        return remaining >= 0
    }

    /// Credits the frames sent to the client.
    mutating func send(_ bytes: ByteBuffer) {
        var count = 0
        sent.scan(bytes) { if $0.kind == .data || $0.kind == .headers { count += 1 } }
        // May exceed the burst for a while: WINDOW_UPDATE may arrive long after the data was sent.
        remaining = min(burst * 4, remaining + Double(count) * Self.framesPerFrameSent)
    }

    private static func costs(_ frame: HTTP2FrameScanner.Frame) -> Bool {
        switch frame.kind {
        case .headers: false
        case .data: frame.byteCount < smallDataByteCount && !frame.endsStream
        case .other: true
        }
    }
}

/// A scanner for the frames in the bytes of an HTTP/2 connection (RFC 9113, section 4.1), which arrive in chunks of any
/// size.
struct HTTP2FrameScanner {
    struct Frame: Hashable {
        enum Kind { case data, headers, other }

        let kind: Kind
        let byteCount: Int
        let endsStream: Bool
    }

    private static let headerByteCount = 9

    /// The number of bytes to skip before the next frame.
    private var skipped: Int
    /// The beginning of an incomplete frame header.
    private var header: [UInt8] = []

    /// - Parameter prefaceByteCount: the number of bytes before the first frame.
    init(prefaceByteCount: Int) {
        skipped = prefaceByteCount
        header.reserveCapacity(Self.headerByteCount)
    }

    mutating func scan(_ buffer: ByteBuffer, _ found: (Frame) -> Void) {
        buffer.withUnsafeReadableBytes { bytes in
            var position = 0
            while position < bytes.count {
                if skipped > 0 {
                    let count = min(skipped, bytes.count - position)
                    skipped -= count
                    position += count
                    continue
                }
                header.append(bytes[position])
                position += 1
                guard header.count == Self.headerByteCount else { continue }
                let byteCount = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
                let kind: Frame.Kind =
                    switch header[3] {
                    case 0: .data
                    case 1: .headers
                    default: .other
                    }
                found(Frame(kind: kind, byteCount: byteCount, endsStream: header[4] & 1 != 0))
                skipped = byteCount
                header.removeAll(keepingCapacity: true)
            }
        }
    }
}
