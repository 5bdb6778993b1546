import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import MarketServer

/// Behaviour of clients before and after the TLS handshake.
struct TLSConnectionTests {
    @Test func whoSaysNothingIsCutOff() async throws {
        var limits = ServerLimits()
        limits.handshakeTime = .milliseconds(200)
        try await withCertificate { certificates in
            try await withMarket(.ahc(.https), limits: limits, certificates: certificates) { market in
                let silent = try RawConnection(port: market.port)
                #expect(await silent.isClosedByServer(within: 600))
            }
        }
    }

    @Test func whoBeginsAHandshakeAndLeavesItIsCutOff() async throws {
        var limits = ServerLimits()
        limits.handshakeTime = .milliseconds(200)
        try await withCertificate { certificates in
            try await withMarket(.ahc(.https), limits: limits, certificates: certificates) { market in
                let connection = try RawConnection(port: market.port)
                // The header of a handshake record of 512 bytes, and the beginning of a ClientHello.
                await connection.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03])
                #expect(await connection.isClosedByServer(within: 600))
            }
        }
    }

    @Test func aHandshakeInTimeIsNoReasonToCutAnything() async throws {
        var limits = ServerLimits()
        limits.handshakeTime = .milliseconds(100)
        try await withCertificate { certificates in
            try await withMarket(.ahc(.https), limits: limits, certificates: certificates) { market in
                for _ in 1...20 {
                    #expect(try await market.get("/healthChecker").status == .ok)
                    try await Task.sleep(for: .milliseconds(20))
                }
                #expect(market.dependencies.connections.counts.open == 1, "the client had to connect again")
            }
        }
    }

    /// A server that stops waits only for connections with a request in flight.
    @Test func aSilentSocketDoesNotKeepTheServerFromStopping() async throws {
        var limits = ServerLimits()
        limits.closeTime = .milliseconds(100)
        try await withCertificate { certificates in
            let silent = try await withMarket(.ahc(.https), limits: limits, certificates: certificates) { market in
                let silent = try RawConnection(port: market.port)
                #expect(try await market.get("/healthChecker").status == .ok)
                return silent
            }
            // Reached only if the server has stopped.
            #expect(await silent.isClosedByServer(within: 600))
        }
    }
}

/// The number of HTTP/2 frames of each kind that a client may send.
struct HTTP2FrameBudgetTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private func frame(_ kind: UInt8, flags: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), kind, flags, 0, 0, 0, 1] + payload
    }

    private func budget(now: NIODeadline) -> HTTP2FrameBudget {
        var limits = ServerLimits()
        limits.http2FrameBurst = 100
        limits.http2FramesPerSecond = 10
        return HTTP2FrameBudget(limits: limits, now: now)
    }

    @Test(arguments: [8, 6, 4, 2, 3, 0] as [UInt8])
    func framesThatBringNothingAreCounted(_ kind: UInt8) {
        let now = NIODeadline.now()
        var budget = budget(now: now)
        _ = budget.receive(ByteBuffer(bytes: Self.preface), at: now)
        let frame = frame(kind, [0, 0, 0, 1])
        let bytes = ByteBuffer(bytes: frame)
        for _ in 1...100 {
            let isWithin = budget.receive(bytes, at: now)
            #expect(isWithin)
        }
        let isOver = !budget.receive(bytes, at: now)
        #expect(isOver)
        // The budget refills with time.
        var later = self.budget(now: now)
        _ = later.receive(ByteBuffer(bytes: Self.preface + Array(repeating: frame, count: 100).joined()), at: now)
        let isWithin = later.receive(bytes, at: now + .seconds(1))
        #expect(isWithin)
    }

    @Test func requestsAndUploadsCostNothing() {
        let now = NIODeadline.now()
        var budget = budget(now: now)
        let upload =
            frame(1, [UInt8](repeating: 0, count: 40)) + frame(0, [UInt8](repeating: 0, count: 16_384))
            + frame(0, flags: 1, [])
        _ = budget.receive(ByteBuffer(bytes: Self.preface), at: now)
        for _ in 1...1000 {
            let isWithin = budget.receive(ByteBuffer(bytes: upload), at: now)
            #expect(isWithin)
        }
    }

    @Test func whatIsSentMayBeAnsweredWithWindows() {
        let now = NIODeadline.now()
        var budget = budget(now: now)
        _ = budget.receive(ByteBuffer(bytes: Self.preface), at: now)
        for _ in 1...1000 {
            budget.send(ByteBuffer(bytes: frame(0, [UInt8](repeating: 0, count: 1000))))
            let windows = ByteBuffer(bytes: frame(8, [0, 0, 0, 1]) + frame(8, [0, 0, 0, 1]))
            let isWithin = budget.receive(windows, at: now)
            #expect(isWithin)
        }
    }

    @Test func framesAreFoundInPiecesOfAnySize() {
        let bytes =
            Self.preface + frame(4, [0, 3, 0, 0, 0, 1]) + frame(1, flags: 1, [1, 2, 3])
            + frame(0, [UInt8](repeating: 7, count: 300)) + frame(0, flags: 1)
        func frames(_ size: Int) -> [HTTP2FrameScanner.Frame] {
            var scanner = HTTP2FrameScanner(prefaceByteCount: Self.preface.count)
            var frames: [HTTP2FrameScanner.Frame] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)])
                scanner.scan(piece) { frames.append($0) }
            }
            return frames
        }
        let expected: [HTTP2FrameScanner.Frame] = [
            .init(kind: .other, byteCount: 6, endsStream: false), .init(kind: .headers, byteCount: 3, endsStream: true),
            .init(kind: .data, byteCount: 300, endsStream: false), .init(kind: .data, byteCount: 0, endsStream: true),
        ]
        for size in [1, 2, 3, 8, 9, 10, 25, 1000] { #expect(frames(size) == expected, "pieces of \(size)") }
    }
}
