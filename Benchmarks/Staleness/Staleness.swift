import MarketCore
import MarketModels
import MarketPostgres

/// Measures how long after a write on one server another one still answers from memory with what was before.
///
///     openmarket-bench-staleness 'postgres://…' [COUNT] ['postgres://pooler…']
///
/// The database must be empty or a market's. Two stores use it as two servers do. A write is timed from its return until
/// the other store knows its revision, after which it answers nothing older. Prints the median, the 99th percentile and
/// the longest time in milliseconds: with notifications, and with looks at intervals only, and the same through a pooler
/// if its address is given. The ways are measured in turn, a quarter of the writes at a time.
@main
struct Staleness {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2, let count = Int(arguments.count > 2 ? arguments[2] : "500"), count > 0 else {
            print("usage: openmarket-bench-staleness ADDRESS [COUNT] [POOLER]")
            return
        }
        var direct = try PostgresSettings(address: arguments[1])
        var ways: [(title: String, settings: PostgresSettings, direct: PostgresSettings?)] = []
        for listens in [true, false] {
            let title = listens ? "with notifications" : "looks only"
            direct.listensForChanges = listens
            ways.append((title, direct, nil))
            if arguments.count > 3 {
                var pooled = try PostgresSettings(address: arguments[3])
                pooled.listensForChanges = listens
                ways.append((title + ", through the pooler", pooled, direct))
            }
        }
        var times = Array(repeating: [Duration](), count: ways.count)
        for _ in 0..<4 {
            for (index, way) in ways.enumerated() {
                times[index] += try await measure(way.settings, way.direct, count: (count + 3) / 4)
            }
        }
        for (way, times) in zip(ways, times.map { $0.sorted() }) {
            func place(_ part: Double) -> String {
                milliseconds(times[min(times.count - 1, Int(part * Double(times.count)))])
            }
            print(
                "\(way.title): median \(place(0.5)), 99 % \(place(0.99)), longest \(place(1)) ms of \(times.count)"
            )
        }
    }

    private static func measure(
        _ settings: PostgresSettings,
        _ direct: PostgresSettings?,
        count: Int
    ) async throws -> [Duration] {
        let writer = try await PostgresProductStore(settings: settings, direct: direct)
        let reader = try await PostgresProductStore(settings: settings, direct: direct)
        var times: [Duration] = []
        for _ in 0..<count {
            // Writes come at any time between two looks.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<300)))
            let product = try await writer.add(product())
            let begin = ContinuousClock.now
            let revision = writer.revision
            while reader.revision < revision { try await Task.sleep(for: .microseconds(100)) }
            times.append(.now - begin)
            _ = try await writer.delete(product.id, at: Timestamp(millisecondsSinceEpoch: 0))
        }
        try await writer.close()
        try await reader.close()
        return times
    }

    private static func product() throws -> NewProduct {
        guard let pricing = Pricing(currency: .krw, priceMinorUnits: 1000, discountMinorUnits: 0) else {
            preconditionFailure("this is a price")
        }
        return NewProduct(
            seller: .vendor(Vendor.guestID),
            listing: Listing(name: "Chair", description: "", pricing: pricing, stock: 1),
            contact: nil,
            secretHash: SecretHash(rawValue: "$none"),
            images: [],
            registeredAt: Timestamp(millisecondsSinceEpoch: 0)
        )
    }

    private static func milliseconds(_ time: Duration) -> String {
        let microseconds = time / .microseconds(1)
        return String((microseconds / 100).rounded() / 10)
    }
}
