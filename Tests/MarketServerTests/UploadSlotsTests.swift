import Foundation
import HTTPTypes
import MarketCore
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

/// Limits on concurrent uploads, as clients experience them.
struct UploadSlotsTests {
    /// An upload that a test sends in chunks, from an address of its own.
    private struct Upload {
        private let connection: RawConnection
        private let head: String
        private let form: FormBody
        /// The number of bytes up to a point inside the image.
        private let begunByteCount: Int

        init(_ market: TestMarket, from source: String, forwardedFor: String? = nil) throws {
            connection = try RawConnection(port: market.port, from: source)
            form = FormBody.listing()
            begunByteCount = form.bytes.count - Photos.bytes("red").count + 100
            let forwarded = forwardedFor.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
            head = """
                POST /api/products HTTP/1.1\r\nHost: localhost\r\nidentifier: \(TestMarket.identifier)\r\n\(forwarded)\
                Content-Type: multipart/form-data; boundary=\(form.boundary)\r\n\
                Content-Length: \(form.bytes.count)\r\n\r\n
                """
        }

        func begin() async { await connection.send(Array(head.utf8) + form.bytes.prefix(begunByteCount)) }
        func complete() async { await connection.send(form.bytes.dropFirst(begunByteCount)) }
        func send() async { await connection.send(Array(head.utf8) + form.bytes) }
        /// Sends everything but the images' bytes.
        func sendFields(of market: TestMarket) async {
            await connection.send(Array(head.utf8) + form.bytes.prefix(begunByteCount - 200))
        }

        func status() async -> Int? { await connection.readAnswer()?.status }
        func isBusy() async -> Bool {
            let response = await connection.read(until: "}")
            return response.hasPrefix("HTTP/1.1 503 ") && response.contains("Retry-After: ")
        }
    }

    /// Returns limits under which no upload is too slow.
    private func limits(slots: Int, perAddress: Int) -> ServerLimits {
        var limits = ServerLimits()
        limits.uploads.total = slots
        limits.uploads.perAddress = perAddress
        limits.slowUploadTime = .hours(1)
        limits.paceCheckInterval = .minutes(10)
        return limits
    }

    @Test func anAddressHasAFewSlotsAndLeavesOthersTheirs() async throws {
        var limits = limits(slots: 3, perAddress: 2)
        limits.uploadWaitTime = .milliseconds(300)
        try await withMarket(limits: limits) { market in
            let first = try [1, 2].map { _ in try Upload(market, from: "127.0.0.2") }
            for upload in first { await upload.begin() }
            try await wait { market.dependencies.slots.count == 2 }
            let third = try Upload(market, from: "127.0.0.2")
            await third.send()
            #expect(await third.isBusy())
            let other = try Upload(market, from: "127.0.0.3")
            await other.send()
            #expect(await other.status() == 201)
            for upload in first {
                await upload.complete()
                #expect(await upload.status() == 201)
            }
            try await wait { market.dependencies.slots.count == 0 }
        }
    }

    @Test func behindAProxyTheForwardedAddressHasTheSlots() async throws {
        var limits = limits(slots: 3, perAddress: 1)
        limits.uploadWaitTime = .milliseconds(300)
        try await withMarket(limits: limits, proxies: .loopback) { market in
            let first = try Upload(market, from: "127.0.0.2", forwardedFor: "203.0.113.1")
            await first.begin()
            try await wait { market.dependencies.slots.count == 1 }
            // The first entries were written by the client.
            let same = try Upload(market, from: "127.0.0.3", forwardedFor: "198.51.100.9, 203.0.113.1, 127.0.0.9")
            await same.send()
            #expect(await same.isBusy())
            let other = try Upload(market, from: "127.0.0.2", forwardedFor: "203.0.113.1, 203.0.113.2")
            await other.send()
            #expect(await other.status() == 201)
            await first.complete()
            #expect(await first.status() == 201)
        }
    }

    @Test func whoWaitsGoesOnWhenASlotIsFree() async throws {
        try await withMarket(limits: limits(slots: 1, perAddress: 1)) { market in
            let first = try Upload(market, from: "127.0.0.2")
            await first.begin()
            try await wait { market.dependencies.slots.count == 1 }
            let second = try Upload(market, from: "127.0.0.3")
            await second.send()
            try await wait { market.dependencies.slots.waitingCount == 1 }
            await first.complete()
            #expect(await first.status() == 201)
            #expect(await second.status() == 201)
        }
    }

    @Test func aSlowUploadMakesWayAndIsFinishedLater() async throws {
        var limits = limits(slots: 2, perAddress: 2)
        limits.slowUploadTime = .milliseconds(100)
        try await withMarket(limits: limits) { market in
            let slow = try [1, 2].map { _ in try Upload(market, from: "127.0.0.2") }
            for upload in slow { await upload.begin() }
            try await wait { market.dependencies.slots.count == 2 }
            for _ in 1...3 {
                let quick = try Upload(market, from: "127.0.0.3")
                await quick.send()
                #expect(await quick.status() == 201)
            }
            for upload in slow {
                await upload.complete()
                #expect(await upload.status() == 201)
            }
        }
    }

    @Test func somebodyNewGetsASlotOfTheGreediestNetwork() async throws {
        try await withMarket(limits: limits(slots: 2, perAddress: 2)) { market in
            let held = try [2, 3].map { try Upload(market, from: "127.0.1.\($0)") }
            for upload in held { await upload.begin() }
            try await wait { market.dependencies.slots.count == 2 }
            // A neighbour isn't new.
            let neighbour = try Upload(market, from: "127.0.1.4")
            await neighbour.begin()
            try await wait { market.dependencies.slots.waitingCount == 1 }
            let new = try Upload(market, from: "127.0.2.2")
            await new.send()
            #expect(await new.status() == 201)
            for upload in held + [neighbour] { await upload.complete() }
            for upload in held + [neighbour] { #expect(await upload.status() == 201) }
        }
    }

    @Test func theLastOfTheNetworkThatWaitsMostGivesUp() async throws {
        var limits = limits(slots: 1, perAddress: 1)
        limits.waitingUploads.total = 2
        limits.uploadWaitTime = .minutes(10)
        try await withMarket(limits: limits) { market in
            let first = try Upload(market, from: "127.0.1.2")
            await first.begin()
            try await wait { market.dependencies.slots.count == 1 }
            let waiting = try [2, 3].map { try Upload(market, from: "127.0.2.\($0)") }
            for (number, upload) in waiting.enumerated() {
                await upload.send()
                try await wait { market.dependencies.slots.waitingCount == number + 1 }
            }
            let new = try Upload(market, from: "127.0.3.2")
            await new.send()
            #expect(await waiting[1].isBusy())
            await first.complete()
            for upload in [first, waiting[0], new] { #expect(await upload.status() == 201) }
        }
    }

    @Test func withoutBytesOfImagesNoSlotIsTaken() async throws {
        var limits = limits(slots: 1, perAddress: 1)
        limits.uploadWaitTime = .milliseconds(300)
        try await withMarket(limits: limits) { market in
            let empty = try (1...5).map { _ in try Upload(market, from: "127.0.0.2") }
            for upload in empty { await upload.sendFields(of: market) }
            try await wait { market.dependencies.bodyMemory.byteCount > 0 }
            let other = try Upload(market, from: "127.0.0.2")
            await other.send()
            #expect(await other.status() == 201)
        }
    }

    @Test func whoGoesAwayGivesBackWhatWasHeld() async throws {
        try await withMarket(limits: limits(slots: 1, perAddress: 1)) { market in
            do {
                let first = try Upload(market, from: "127.0.0.2")
                await first.begin()
                try await wait { market.dependencies.slots.count == 1 }
                let second = try Upload(market, from: "127.0.0.3")
                await second.begin()
                try await wait { market.dependencies.slots.waitingCount == 1 }
            }
            try await wait { market.dependencies.slots.count + market.dependencies.slots.waitingCount == 0 }
            try await wait { market.dependencies.bodyMemory.byteCount == 0 }
            let next = try Upload(market, from: "127.0.0.4")
            await next.send()
            #expect(await next.status() == 201)
        }
    }

    @Test func spooledBytesAreBoundedByAddress() async throws {
        var limits = ServerLimits()
        limits.spooledBytes.perAddress = 1_000_000
        try await withMarket(limits: limits) { market in
            func listing(_ byteCount: Int) -> FormBody {
                var form = FormBody()
                form.add("params", #"{"name":"n","descriptions":"","price":1,"currency":"KRW","secret":"s"}"#)
                form.add("images", file: "red.jpg", Photos.bytes("red") + [UInt8](repeating: 0, count: byteCount))
                form.close()
                return form
            }
            let tooMuch = try await market.post(listing(1_500_000))
            #expect(tooMuch.status == .serviceUnavailable)
            #expect(tooMuch.headers[.field("Retry-After")] != nil)
            #expect(try await market.post(listing(500_000)).status == .created)
            #expect(market.dependencies.spooledBytes.byteCount == 0)
        }
    }

    @Test func fieldsInMemoryAreBoundedByAddress() async throws {
        var limits = ServerLimits()
        limits.bodyMemory.perAddress = 500_000
        // This isn't about slow clients, and the machine may be slow.
        limits.paceCheckInterval = .minutes(10)
        limits.bodyTime = .minutes(10)
        try await withMarket(limits: limits) { market in
            try await market.list()
            let body = #"{"secret":"s","description":""# + String(repeating: "a", count: 250_000)
            func begin(from source: String) async throws -> RawConnection {
                let connection = try RawConnection(port: market.port, from: source)
                await connection.send(
                    "PATCH /api/products/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n" + body
                )
                return connection
            }
            let first = try await begin(from: "127.0.0.2")
            try await wait { market.dependencies.bodyMemory.byteCount > 240_000 }
            let second = try await begin(from: "127.0.0.2")
            #expect(await second.read(until: "}").hasPrefix("HTTP/1.1 503 "))
            let other = try await begin(from: "127.0.0.3")
            try await wait { market.dependencies.bodyMemory.byteCount > 480_000 }
            withExtendedLifetime([first, other]) {}
        }
    }

    @Test func aBodyThatTakesTooLongOnTheWholeIsCutOff() async throws {
        var limits = ServerLimits()
        limits.paceCheckInterval = .milliseconds(50)
        limits.bytesPerPaceCheck = 1
        limits.bodyTime = .milliseconds(500)
        limits.leastBodyBytesPerSecond = 1_000_000
        try await withMarket(limits: limits) { market in
            try await market.list()
            let connection = try RawConnection(port: market.port)
            await connection.send(
                "PATCH /api/products/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n{"
            )
            // It keeps the minimum pace from check to check, and would continue for hours.
            try await wait { await !connection.send(" ") }
        }
    }
}
