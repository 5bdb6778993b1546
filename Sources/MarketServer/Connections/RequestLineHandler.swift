import MarketModels
import NIOCore
import NIOHTTP1

/// A handler before the parser that percent-encodes raw bytes in a request's first line, which URLs can't have, and
/// which people type nevertheless: `curl "…?search_value=의자"`. The parser would refuse them.
///
/// What arrives after the parser has stopped is discarded. It is stopped if it makes nothing of what arrives: it skips empty lines and
/// blanks in many places, counts none of them and keeps some.
///
/// Only bytes from 0x80 on change, only between the end of one request and the next line feed, and no line moves: a
/// request begins and ends where it does without this handler. Where a request ends is the parser's to say. Bodies
/// aren't looked at, and reads without such bytes are passed on as they are.
final class RequestLineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private enum Place { case line, head, body }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The number of bytes of which the parser must make something: twice what all fields of a request may have.
    private static let maximumUnreadByteCount = 2 * ServerLimits().headerListByteCount

    private let requests: HTTPVersionHandler
    /// The number of bytes of which the parser hasn't made anything yet.
    private var unreadByteCount = 0
    private var place = Place.line
    /// Whether the first line has begun.
    private var isInLine = false
    /// What has arrived of a head that the parser hasn't read to its end.
    private var unreadHead: ByteBuffer?

    /// The host that such a head names, for errors about it.
    var unreadHost: String? {
        unreadHead.flatMap { head in
            String(buffer: head).streamSafe.split(whereSeparator: \.isNewline).lazy
                .filter { $0.prefix(5).lowercased() == "host:" }
                .map { $0.dropFirst(5).trimmingSpaces }.last
        }
    }

    /// - Parameter requests: says where the parser is.
    init(requests: HTTPVersionHandler) {
        self.requests = requests
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The parser would keep it.
        if requests.hasStopped { return }
        var bytes = unwrapInboundIn(data)
        guard place != .body, Self.hasRawBytes(bytes) else {
            pass(bytes, context)
            return
        }
        while bytes.readableBytes > 0 {
            switch place {
            case .line:
                let end = bytes.readableBytesView.firstIndex(of: Self.lineFeed).map { $0 + 1 - bytes.readerIndex }
                if let line = bytes.readSlice(length: end ?? bytes.readableBytes) { pass(Self.encoded(line), context) }
            case .head:
                if let head = bytes.readSlice(length: Self.headLength(bytes)) { pass(head, context) }
            case .body:
                pass(bytes, context)
                return
            }
        }
    }

    /// Passes bytes to the parser, and finds out where it is then.
    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        let (ended, parts) = (requests.endCount, requests.partCount)
        if place != .body { remember(bytes) }
        context.fireChannelRead(wrapInboundOut(bytes))
        unreadByteCount = requests.partCount == parts ? unreadByteCount + bytes.readableBytes : 0
        guard unreadByteCount <= Self.maximumUnreadByteCount else {
            if !requests.hasStopped { context.fireErrorCaught(HTTPParserError.headerOverflow) }
            unreadHead = nil
            return
        }
        if requests.isInRequest {
            place = .body
            unreadHead = nil
        } else if requests.endCount == ended {
            advance(over: bytes.readableBytesView)
        } else {
            unreadHead = nil
            (place, isInLine) = (.line, false)
            // After a body, the next request is taken to begin with the next read.
            if !requests.hasBody { advance(over: bytes.readableBytesView[Self.lastHeadEnd(bytes)...]) }
        }
    }

    /// Heads usually arrive at once.
    private func remember(_ bytes: ByteBuffer) {
        var bytes = bytes
        if unreadHead?.writeBuffer(&bytes) == nil { unreadHead = bytes }
    }

    /// Follows the first line over bytes in which no request has ended. Empty lines may precede it.
    private func advance(over bytes: ByteBufferView) {
        guard place == .line else { return }
        for byte in bytes {
            if byte == Self.lineFeed, isInLine {
                place = .head
                isInLine = false
                return
            }
            if byte != Self.lineFeed, byte != Self.carriageReturn { isInLine = true }
        }
    }

    private static func hasRawBytes(_ bytes: ByteBuffer) -> Bool {
        bytes.withUnsafeReadableBytes { bytes in
            let words = bytes.count / 8
            for word in 0..<words
            where bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
                return true
            }
            return bytes[(words * 8)...].contains { $0 >= 0x80 }
        }
    }

    private static func encoded(_ line: ByteBuffer) -> ByteBuffer {
        guard hasRawBytes(line) else { return line }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded = ByteBuffer()
        encoded.reserveCapacity(line.readableBytes * 3)
        for byte in line.readableBytesView {
            if byte < 0x80 {
                encoded.writeInteger(byte)
            } else {
                encoded.writeBytes([UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return encoded
    }

    /// Returns the number of bytes up to the first empty line, or of all if there is none.
    private static func headLength(_ bytes: ByteBuffer) -> Int {
        let view = bytes.readableBytesView
        // The line before has ended, or this one isn't complete yet, and another piece follows.
        var isEmpty = true
        for (offset, byte) in view.enumerated() {
            if byte == lineFeed {
                if isEmpty { return offset + 1 }
                isEmpty = true
            } else if byte != carriageReturn {
                isEmpty = false
            }
        }
        return view.count
    }

    /// Returns the index behind the last empty line.
    private static func lastHeadEnd(_ bytes: ByteBuffer) -> Int {
        let view = bytes.readableBytesView
        // The line feed of a line that may be empty.
        var end: Int?
        for index in view.indices.reversed() {
            if view[index] == lineFeed {
                if let end { return end + 1 }
                end = index
            } else if view[index] != carriageReturn {
                end = nil
            }
        }
        return view.startIndex
    }
}
