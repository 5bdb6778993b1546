import InMemoryTracing
import Instrumentation
import MarketCore
import MarketModels
import Testing
import Tracing

@testable import MarketPostgres

@Suite("Spans of statements")
struct TracingTests {
    /// Returns the finished spans of what `body` does with a store, below one span.
    private func spans(
        _ body: @escaping @Sendable (PostgresProductStore) async throws -> Void
    ) async throws -> [FinishedInMemorySpan] {
        let tracer = InMemoryTracer()
        let store = try await PostgresProductStore(settings: try await newMarket())
        try await withTracer(tracer) {
            try await withSpan("request") { _ in try await body(store) }
        }
        try await store.close()
        return tracer.finishedSpans
    }

    @Test func statementsAreBelowTheirWorkAndTheirWorkBelowTheRequest() async throws {
        let spans = try await spans { store in _ = try await store.page(ProductQuery(size: 5)) }
        let request = try #require(spans.first { $0.operationName == "request" })
        let work = try #require(spans.first { $0.operationName == "pg" })
        #expect(work.parentSpanID == request.spanID)
        let statements = spans.filter { $0.parentSpanID == work.spanID }
        #expect(statements.contains { ["SELECT", "WITH"].contains($0.operationName) })
        for statement in statements {
            #expect(statement.attributes.get("db.system.name") == .string("postgresql"))
            guard case .string(let text) = statement.attributes.get("db.query.text") else {
                Issue.record("a statement without its text")
                continue
            }
            #expect(!text.contains("\n"))
        }
    }

    @Test func valuesAreNotInSpans() async throws {
        let spans = try await spans { store in
            let search = ProductSearch("somebody's secret wish", in: .nameAndDescription)
            _ = try await store.page(ProductQuery(size: 5, search: search))
        }
        #expect(spans.contains { $0.operationName == "pg-long" })
        for span in spans { #expect(!"\(span.attributes)".contains("secret wish")) }
    }

    @Test func failuresAreRecorded() async throws {
        let spans = try await spans { store in
            await #expect(throws: (any Error).self) {
                try await store.pool.withConnection { try $0.execute("SELECT * FROM nowhere") }
            }
        }
        #expect(spans.contains { $0.operationName == "SELECT" && !$0.errors.isEmpty })
        #expect(spans.contains { $0.operationName == "pg" && !$0.errors.isEmpty })
    }

    @Test func workThatNothingTracesHasNoSpans() async throws {
        let tracer = InMemoryTracer()
        let store = try await PostgresProductStore(settings: try await newMarket())
        try await withTracer(tracer) { _ = try await store.page(ProductQuery(size: 5)) }
        try await store.close()
        #expect(tracer.finishedSpans.isEmpty)
    }
}
