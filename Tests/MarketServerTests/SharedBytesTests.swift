import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

/// What bodies hold of memory and disk, and who gives way when it is full.
struct SharedBytesTests {
    /// Returns limits under which no client is too slow.
    private func limits() -> ServerLimits {
        var limits = ServerLimits()
        limits.paceCheckInterval = .minutes(10)
        limits.bodyTime = .minutes(20)
        return limits
    }

    /// Begins a request whose body may be incomplete.
    private func begin(
        _ request: String,
        _ market: TestMarket,
        from source: String,
        forwardedFor: String? = nil,
        type: String = "application/x-www-form-urlencoded",
        byteCount: Int? = nil,
        _ body: some Collection<UInt8>
    ) async throws -> RawConnection {
        let connection = try RawConnection(port: market.port, from: source)
        let forwarded = forwardedFor.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
        let head = """
            \(request) HTTP/1.1\r\nHost: localhost\r\n\(forwarded)identifier: \(TestMarket.identifier)\r\n\
            Content-Type: \(type)\r\nContent-Length: \(byteCount ?? body.count)\r\n\r\n
            """
        await connection.send(Array(head.utf8) + body)
        return connection
    }

    private func text(_ count: Int) -> [UInt8] {
        Array((#"{"secret":"wrong","description":""# + String(repeating: "a", count: count)).utf8)
    }

    @Test func formsHoldOnlyWhatHasArrived() async throws {
        var limits = limits()
        limits.bodyMemory.total = 256 * 1024
        try await withMarket(limits: limits) { market in
            var empty: [RawConnection] = []
            for number in 0..<20 {
                let source = "127.0.\(1 + number / 4).2"
                empty.append(try await begin("POST /language", market, from: source, byteCount: 1000, [0x61]))
            }
            try await wait { market.dependencies.bodyMemory.byteCount >= empty.count }
            let other = try await begin("POST /language", market, from: "127.0.99.2", Array("language=ko".utf8))
            #expect(await other.readAnswer()?.status == 303)
            withExtendedLifetime(empty) {}
        }
    }

    @Test func theLargestBodyOfTheGreediestNetworkGivesWay() async throws {
        var limits = limits()
        limits.bodyMemory.total = 400_000
        try await withMarket(limits: limits) { market in
            try await market.list()
            func begin(_ count: Int, from source: String) async throws -> RawConnection {
                try await self.begin("PATCH /api/products/1", market, from: source, byteCount: 1_000_000, text(count))
            }
            let memory = market.dependencies.bodyMemory
            let small = try await begin(50_000, from: "127.0.1.2")
            try await wait { memory.byteCount > 45_000 }
            let large = try await begin(120_000, from: "127.0.1.3")
            try await wait { memory.byteCount > 160_000 }
            let neighbour = try await begin(200_000, from: "127.0.2.2")
            try await wait { memory.byteCount > 360_000 }
            // It would hold the most.
            let greedy = try await begin(100_000, from: "127.0.2.2")
            #expect(await greedy.read(until: "}").hasPrefix("HTTP/1.1 503 "))
            // Holds less than any other network.
            let body = text(60_000) + Array("\"}".utf8)
            let new = try await self.begin("PATCH /api/products/1", market, from: "127.0.3.2", body)
            #expect(await new.readAnswer()?.status == 403)
            let response = await neighbour.read(until: "}")
            #expect(response.hasPrefix("HTTP/1.1 503 ") && response.contains("Retry-After: "))
            try await wait { memory.byteCount < 180_000 }
            #expect(memory.byteCount > 160_000)
            withExtendedLifetime([small, large]) {}
        }
    }

    /// Another subnet of a customer who holds much takes from that customer only.
    @Test func aCustomerWithManySubnetsIsOneNetwork() async throws {
        var limits = limits()
        limits.bodyMemory.total = 400_000
        try await withMarket(limits: limits, proxies: .loopback) { market in
            try await market.list()
            func begin(from client: String, _ body: [UInt8], byteCount: Int) async throws -> RawConnection {
                try await self.begin(
                    "PATCH /api/products/1",
                    market,
                    from: "127.0.0.1",
                    forwardedFor: client,
                    byteCount: byteCount,
                    body
                )
            }
            let end = Array("\"}".utf8)
            let memory = market.dependencies.bodyMemory
            var begun: [RawConnection] = []
            for number in 0..<3 {
                begun.append(try await begin(from: "2001:db8:1:\(number)::1", text(90_000), byteCount: 1_000_000))
                try await wait { memory.byteCount > 85_000 * (number + 1) }
            }
            // It holds more than each subnet of the other customer.
            let body = text(110_000)
            let other = try await begin(from: "2001:db8:2::1", body, byteCount: body.count + end.count)
            try await wait { memory.byteCount > 370_000 }
            for number in 1...3 {
                let new = try await begin(
                    from: "2001:db8:1:ff0\(number)::1",
                    text(60_000) + end,
                    byteCount: text(60_000).count + end.count
                )
                #expect(await new.readAnswer()?.status == 403)
            }
            await other.send(end)
            #expect(await other.readAnswer()?.status == 403)
            withExtendedLifetime(begun) {}
        }
    }

    @Test func aFullSpoolLetsSomebodyNewThrough() async throws {
        var limits = limits()
        limits.spooledBytes.total = 1_600_000
        try await withMarket(limits: limits) { market in
            func listing(_ byteCount: Int) -> FormBody {
                var form = FormBody()
                form.add("params", #"{"name":"n","descriptions":"","price":1,"currency":"KRW","secret":"s"}"#)
                form.add("images", file: "red.jpg", Photos.bytes("red") + [UInt8](repeating: 0, count: byteCount))
                form.close()
                return form
            }
            func begin(_ form: FormBody, from source: String, _ count: Int) async throws -> RawConnection {
                try await self.begin(
                    "POST /api/products",
                    market,
                    from: source,
                    type: "multipart/form-data; boundary=\(form.boundary)",
                    byteCount: form.bytes.count,
                    form.bytes.prefix(count)
                )
            }
            var hanging: [RawConnection] = []
            for number in 0..<2 {
                hanging.append(try await begin(listing(2_000_000), from: "127.0.1.\(number + 2)", 700_000))
                try await wait { market.dependencies.spooledBytes.byteCount > 500_000 * (number + 1) }
            }
            let form = listing(700_000)
            let new = try await begin(form, from: "127.0.2.2", form.bytes.count)
            #expect(await new.readAnswer()?.status == 201)
            // One of them has given way, and its file is gone.
            try await wait { market.dependencies.slots.count == 1 }
            try await wait { market.dependencies.spooledBytes.byteCount < 800_000 }
            let files = try FileManager.default.contentsOfDirectory(atPath: market.folder + "/incoming")
            #expect(files.count == 1)
            withExtendedLifetime(hanging) {}
        }
    }

    @Test(arguments: ["PATCH /api/products/1", "PATCH /item/1"])
    func nothingIsReadForAnUnknownProduct(_ request: String) async throws {
        try await withMarket { market in
            let connection = try await begin(request, market, from: "127.0.0.2", byteCount: 90_000_000, [])
            #expect(await connection.readAnswer(seconds: 60)?.status == 404)
        }
    }
}
