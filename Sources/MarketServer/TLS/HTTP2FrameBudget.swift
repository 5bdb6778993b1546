import NIOCore

/// Bounds the frames of an HTTP/2 connection that cost the server work and bring it nothing: WINDOW_UPDATE, PING,
/// SETTINGS, PRIORITY, RST_STREAM, empty and tiny DATA, and whatever else is no request.
///
/// A client has a store of them that fills up with time. What it is sent gives it some more, for it answers data with
/// WINDOW_UPDATE: at most one for the stream and one for the connection with each frame.
struct HTTP2FrameBudget {
    /// Frames for each that was sent to the client: twice what answering it takes.
    private static let framesPerFrameSent = 4.0
    /// DATA of fewer bytes counts, unless it ends its stream. Uploads send frames of 16 KiB, and a small one here and there.
    private static let smallDataByteCount = 256

    private let most: Double
    private let perSecond: Double
    private var left: Double
    private var filledAt: NIODeadline
    private var received = HTTP2FrameScanner(prefaceByteCount: 24)
    private var sent = HTTP2FrameScanner(prefaceByteCount: 0)

    init(limits: ServerLimits, now: NIODeadline = .now()) {
        most = Double(limits.http2FrameBurst)
        perSecond = Double(limits.http2FramesPerSecond)
        left = most
        filledAt = now
    }

    /// Counts what the client has sent.
    ///
    /// - Returns: false if it is too much.
    mutating func receive(_ bytes: ByteBuffer, at now: NIODeadline) -> Bool {
        var cost = 0
        received.scan(bytes) { if Self.costs($0) { cost += 1 } }
        guard cost > 0 else { return true }
        left = min(most, left + perSecond * Double((now - filledAt).nanoseconds) / 1_000_000_000)
        filledAt = now
        left -= Double(cost)
        return left >= 0
    }

    /// Counts what is sent to the client.
    mutating func send(_ bytes: ByteBuffer) {
        var count = 0
        sent.scan(bytes) { if $0.kind == .data || $0.kind == .headers { count += 1 } }
        // Above the bound for a while: a window may be answered long after it was filled.
        left = min(most * 4, left + Double(count) * Self.framesPerFrameSent)
    }

    private static func costs(_ frame: HTTP2FrameScanner.Frame) -> Bool {
        switch frame.kind {
        case .headers: false
        case .data: frame.byteCount < smallDataByteCount && !frame.endsStream
        case .other: true
        }
    }
}

/// Finds the frames in the bytes of an HTTP/2 connection (RFC 9113, section 4.1), which come in pieces of any size.
struct HTTP2FrameScanner {
    struct Frame: Hashable {
        enum Kind { case data, headers, other }

        let kind: Kind
        let byteCount: Int
        let endsStream: Bool
    }

    private static let headerByteCount = 9

    /// What is to be passed over before the next frame begins.
    private var skipped: Int
    /// The beginning of a frame's header, of which the rest has not come.
    private var header: [UInt8] = []

    /// - Parameter prefaceByteCount: what stands before the first frame.
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
