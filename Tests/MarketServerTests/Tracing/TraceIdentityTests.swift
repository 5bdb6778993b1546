import Testing

@testable import MarketServer

/// The header `traceparent`.
struct TraceIdentityTests {
    private static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func headersAreReadAndWritten() throws {
        let identity = try #require(TraceIdentity(traceparent: Self.example))
        #expect(identity.traceDigits == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(identity.spanDigits == "00f067aa0ba902b7")
        #expect(identity.isSampled)
        #expect(identity.traceparent == Self.example)
        let unsampled = try #require(TraceIdentity(traceparent: String(Self.example.dropLast()) + "2"))
        #expect(!unsampled.isSampled)
    }

    @Test func laterVersionsMayAppendFields() throws {
        let later = "cc" + Self.example.dropFirst(2)
        #expect(TraceIdentity(traceparent: later + "-what-follows")?.spanDigits == "00f067aa0ba902b7")
        #expect(TraceIdentity(traceparent: Self.example + "-more") == nil)
    }

    @Test(arguments: [
        "", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
    func otherTextsAreIgnored(_ text: String) { #expect(TraceIdentity(traceparent: text) == nil) }

    @Test func spansOfATraceHaveItsNumberAndTheirOwn() {
        let parent = TraceIdentity(isSampled: true)
        let child = TraceIdentity(childOf: parent)
        #expect(child.traceDigits == parent.traceDigits)
        #expect(child.spanDigits != parent.spanDigits)
        #expect(child.isSampled)
        #expect(parent.traceDigits.utf8.count == 32)
    }
}
