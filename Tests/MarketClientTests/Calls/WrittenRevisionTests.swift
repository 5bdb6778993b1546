import MarketAPI
import MarketClient
import Testing

/// A market of several servers tells what was written, and whichever server is asked next is told so.
struct WrittenRevisionTests {
    @Test func whatWasWrittenIsToldToTheNextServer() async throws {
        func list(_ revision: String?) -> ScriptedTransport.Outcome {
            .success(
                .json(
                    #"{"pages":[],"total_count":0,"next_cursor":null}"#,
                    headers: revision.map { ["market-revision": $0] } ?? [:]
                )
            )
        }
        // The third server is behind, and what the fourth one sends is no revision.
        let transport = ScriptedTransport([list(nil), list("41"), list("40"), list("-1"), list(nil)])
        let client = MarketAPIClient.over(transport, at: "http://market.example")
        for _ in 1...5 { _ = try await client.products(ProductListRequest()) }
        #expect(transport.requests.map { $0.headers["Market-Revision"] } == [nil, nil, "41", "41", "41"])
    }
}
