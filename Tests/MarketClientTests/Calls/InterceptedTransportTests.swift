import Foundation
import MarketAPI
import MarketClient
import Synchronization
import Testing

struct InterceptedTransportTests {
    @Test func everyAttemptIsPreparedAndReported() async throws {
        let script = ScriptedTransport([
            .failure(.connectionLost(detail: "")), .success(.refusal(503, code: "unavailable")), .success(.emptyList),
        ])
        let count = Mutex(0)
        let log = Mutex<[String]>([])
        let transport = InterceptedTransport(script) { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            request.headers["Attempt"] = "\(number)"
        } didEnd: { request, result in
            let attempt = request.headers["Attempt"] ?? "none"
            let line =
                switch result {
                case .success(let response): "\(attempt): \(response.status)"
                case .failure(let error): "\(attempt): \(error == .connectionLost(detail: "") ? "lost" : "\(error)")"
                }
            log.withLock { $0.append(line) }
        }
        let client = MarketAPIClient.over(transport, at: "https://market.example")
        #expect(try await client.products(ProductListRequest()).products.isEmpty)
        #expect(script.requests.map { $0.headers["Attempt"] } == ["1", "2", "3"])
        #expect(log.withLock { $0 } == ["1: lost", "2: 503", "3: 200"])
    }

    @Test func withoutClosuresItChangesNothing() async throws {
        let script = ScriptedTransport([.success(.emptyList), .failure(.notTrusted(detail: "no"))])
        let client = MarketAPIClient.over(InterceptedTransport(script), at: "https://market.example", retry: .none)
        #expect(try await client.products(ProductListRequest()).products.isEmpty)
        await #expect(throws: MarketClientError.unreachable(.notTrusted(detail: "no"))) {
            try await client.products(ProductListRequest())
        }
        #expect(script.requests.count == 2)
    }
}
